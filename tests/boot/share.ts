/**
 * What of many like cases a run asks: a sixth of them, another one each day (`SEED`), and all with `DEEP=1`. For what is everything times
 * everything: a fault that is of a kind is found by whichever of them is asked. Who asks several times says which `turn` it is, and
 * gets another share each time.
 */
export function shareOf<T>(all: readonly T[], turn = 0): T[] {
  if (process.env['DEEP'] || all.length <= parts) return [...all];
  const today = (Number(process.env['SEED'] ?? 0) + turn) % parts;
  return all.filter((_, place) => place % parts === today);
}

const parts = 6;

/** One of several ways to come to the same end, another one each day, and all of them with `DEEP=1`. */
export function turnOf<T>(ways: readonly T[]): T[] {
  if (process.env['DEEP']) return [...ways];
  return ways.slice(Number(process.env['SEED'] ?? 0) % ways.length).slice(0, 1);
}

/** How many random cases, rounds or rows a run asks for: a sixth of these, and all with `DEEP=1`. */
export function runsOf(all: number): number {
  return process.env['DEEP'] ? all : Math.ceil(all / parts);
}
