/** Hears how far the work is, 0 to 99, whenever a table is done; may take its time. */
export type Progress = (percent: number) => void | Promise<void>;

/** One stretch of a work that is done table by table: each is told as its part of the bytes of all. */
export function progressPart(
  progress: Progress,
  { from, to, sizes }: { from: number; to: number; sizes: ReadonlyMap<string, number> },
): (table: string) => Promise<void> {
  const whole = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  let done = 0;
  return async (table) => {
    done += sizes.get(table) ?? 0;
    await progress(from + ((to - from) * done) / Math.max(whole, 1));
  };
}
