/** Fen are worked out in whole numbers: what a product of two sums needs beyond a safe integer is worked out as a big one. */

/** `amount × part ÷ whole`, rounded half up. */
export function scaled(amount: number, part: number, whole: number): number {
  if (Math.abs(amount) * part <= Number.MAX_SAFE_INTEGER / 4)
    return Math.floor((2 * amount * part + whole) / (2 * whole));
  return Number((2n * BigInt(amount) * BigInt(part) + BigInt(whole)) / (2n * BigInt(whole)));
}

/**
 * Shares an amount in the proportion of weights, exact to the fen by the largest remainder: of equal ones the first gets it. No share is above its
 * weight where the amount is not above their sum.
 */
export function shareByWeight(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole === 0n) return weights.map(() => 0);
  const parts = weights.map((weight, place) => {
    const product = BigInt(amount) * BigInt(weight);
    return { place, share: Number(product / whole), rest: product % whole };
  });
  let left = amount - parts.reduce((sum, { share }) => sum + share, 0);
  const shares = parts.map(({ share }) => share);
  const byRest = [...parts].sort((one, other) =>
    one.rest === other.rest ? one.place - other.place : one.rest > other.rest ? -1 : 1,
  );
  for (const { place } of byRest) {
    if (left === 0) break;
    shares[place] = (shares[place] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}
