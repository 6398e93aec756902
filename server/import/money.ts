/** A rate in millionths, `"9.15"` → 9150000; undefined when it is none. */
export function readRate(text: string): number | undefined {
  const [, whole = '', fraction = ''] = /^(\d{1,4})(?:\.(\d{1,6}))?$/.exec(text) ?? [];
  const rate = Number(whole + fraction.padEnd(6, '0'));
  return whole !== '' && rate > 0 ? rate : undefined;
}

/**
 * Millionths of a pound as fen, at a rate in millionths of a yuan for a pound, rounded half up. `exact` is false when
 * something was rounded away.
 */
export function toFen(millionths: number, rate: number): { fen: number; exact: boolean } {
  // pounds × rate × 100 fen, both in millionths: 10^6 × 10^6 / 10^2.
  const scaled = BigInt(millionths) * BigInt(rate);
  const fen = (scaled + half) / unit;
  return { fen: Number(fen), exact: fen * unit === scaled };
}

const unit = 10_000_000_000n;
const half = unit / 2n;
