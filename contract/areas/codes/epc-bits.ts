/** A number and the bits it takes. */
export type Packed = readonly [value: bigint, bits: number];

/** Hex as a text of bits, leading zeros kept. */
export const bitsOf = (hex: string): string =>
  Array.from(hex, (digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');

/** Numbers one behind the other; a RangeError for one that does not fit. */
export function pack(parts: readonly Packed[]): string {
  return parts
    .map(([value, bits]) => {
      const text = value.toString(2).padStart(bits, '0');
      if (value < 0n || text.length > bits) throw new RangeError(`${value} in ${bits} bits`);
      return text;
    })
    .join('');
}

/** The number that stands in these bits. */
export const numberAt = (bits: string, from: number, width: number): bigint =>
  BigInt(`0b${bits.slice(from, from + width)}`);

/** Bits, a multiple of four, as upper-case hex. */
export const hexOf = (bits: string): string =>
  (bits.match(/.{4}/g) ?? [])
    .map((four) => Number.parseInt(four, 2).toString(16))
    .join('')
    .toUpperCase();
