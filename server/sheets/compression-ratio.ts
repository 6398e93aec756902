/** Unpacked over packed, at most: tables and their XML pack 10 to 60 times. */
const ratio = 200;

/** Bytes below which it does not matter how they were packed. */
const from = 4_194_304;

/** Do so many packed bytes unpack to more than any table does? Such a file is made to fill a memory or a disk. */
export function unpacksTooFar(packed: number, unpacked: number): boolean {
  return unpacked > from && unpacked > packed * ratio;
}
