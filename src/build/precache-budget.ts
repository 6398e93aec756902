import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** What a device fetches before it is ready for the dead spot, in gzip (design §6, §11). Bytes. */
export const precacheBudget = 700_000;

/** Throws, and so fails the build, when the files that are held from the first moment weigh more than the budget. */
export function keepPrecacheBudget(target: string, files: readonly string[], budget: number = precacheBudget): void {
  const weights = files.map((file) => ({ file, bytes: gzipSync(readFileSync(join(target, file))).length }));
  const total = weights.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total <= budget) return;
  const heaviest = weights
    .toSorted((a, b) => b.bytes - a.bytes)
    .slice(0, 5)
    .map(({ file, bytes }) => `${file} ${bytes}`);
  throw new Error(
    `the precache weighs ${total} bytes in gzip, ${total - budget} over its budget: ${heaviest.join(', ')}`,
  );
}
