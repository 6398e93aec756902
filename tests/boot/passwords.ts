import { type HashCost, Passwords } from '#server/identity/passwords.ts';

/** The least that argon2 can do: tests make thousands of hashes, and what they ask of a hash is the same at any cost. */
export const leastCost: HashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Passwords as the product has them, at hardly any cost. */
export const cheapPasswords = (): Passwords => new Passwords(leastCost);
