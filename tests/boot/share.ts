/**
 * What of many like cases a run asks: a third of them, another one each day (`SEED`), and all with `DEEP=1`. For what is everything times
 * everything: a fault that is of a kind is found by whichever of them is asked.
 */
export function shareOf<T>(all: readonly T[]): T[] {
  if (process.env['DEEP'] || all.length <= parts) return [...all];
  const today = Number(process.env['SEED'] ?? 0) % parts;
  return all.filter((_, place) => place % parts === today);
}

const parts = 3;
