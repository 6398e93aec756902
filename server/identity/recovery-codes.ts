import { createHash, randomInt } from 'node:crypto';

/** Codes for the day the authenticator is lost: 118 random bits each, so that a plain hash keeps them (ASVS 6.5.2). */
export function newRecoveryCodes(count: number): string[] {
  return Array.from({ length: count }, () =>
    Array.from({ length: groups }, () =>
      Array.from({ length: groupLetters }, () => letters[randomInt(letters.length)]).join(''),
    ).join('-'),
  );
}

/** What the database keeps of a code; undefined for what cannot be one. Blanks, hyphens and case are no part of it. */
export function hashRecoveryCode(typed: string): Buffer | undefined {
  const plain = typed.toLowerCase().replace(/[\s-]/g, '');
  if (plain.length !== groups * groupLetters || Array.from(plain).some((letter) => !letters.includes(letter)))
    return undefined;
  return createHash('sha256').update(plain).digest();
}

// No letters that look alike on paper.
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';
const groups = 4;
const groupLetters = 6;
