/**
 * Is this a unified social credit code (统一社会信用代码, GB 32100-2015): 17 characters and the check character that
 * follows from them (domain.md §11)? Letters are large; I, O, S, V and Z are never used.
 */
export function isCreditCode(code: string): boolean {
  return code.length === 18 && checkCharacter(code.slice(0, 17)) === code[17];
}

/** The check character of the first 17 characters; undefined when one of them has no place in a code. */
export function checkCharacter(first: string): string | undefined {
  const values = Array.from(first, (character) => characters.indexOf(character));
  if (values.includes(-1)) return undefined;
  // Weights are the powers of 3 modulo 31.
  const { sum } = values.reduce(
    (so, value) => ({ sum: so.sum + value * so.weight, weight: (so.weight * 3) % characters.length }),
    { sum: 0, weight: 1 },
  );
  return characters[(characters.length - (sum % characters.length)) % characters.length];
}

const characters = '0123456789ABCDEFGHJKLMNPQRTUWXY';
