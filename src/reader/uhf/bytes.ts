/** Bytes from hex, blanks between them or not. Throws a RangeError for what is no hex. */
export function bytesOf(hex: string): Uint8Array {
  const plain = hex.replace(/\s+/g, '');
  if (!/^(?:[0-9a-f]{2})*$/i.test(plain)) throw new RangeError(`not hex: ${hex}`);
  return Uint8Array.from({ length: plain.length / 2 }, (_, at) => Number.parseInt(plain.slice(at * 2, at * 2 + 2), 16));
}

/** Upper-case hex without blanks: what an EPC is kept and compared as. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).toUpperCase().padStart(2, '0')).join('');

export const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes);

/** Two bytes, the higher first. */
export const wordAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

/** A byte read as a number with a sign: signal strength in dBm. */
export const signed = (byte: number): number => (byte << 24) >> 24;

/** The bytes of a tag's answer on the air that follow PC and EPC (ISO/IEC 18000-63, CRC-16 with all bits turned). */
export function airCrc(bytes: Uint8Array): number {
  let crc = 0xffff;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc ^ 0xffff;
}

/** Several runs of bytes as one. */
export function joined(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The lowest byte of the sum: the check of several families. */
export const byteSum = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => (sum + byte) & 0xff, 0);
