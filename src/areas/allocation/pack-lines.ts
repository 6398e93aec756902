/** A line of the sender's part with something picked, and pieces of it in a carton. */
export interface Packable {
  readonly id: number;
  readonly sku_id: number;
  readonly picked: number;
}
export interface Put {
  readonly line: number;
  readonly carton: number;
  readonly qty: number;
}

/** Pieces of a line that are in no carton yet. */
export const leftOf = ({ id, picked }: Packable, puts: readonly Put[]): number =>
  picked - puts.reduce((sum, put) => sum + (put.line === id ? put.qty : 0), 0);

/** The puts with this many pieces of a line in a carton; 0 takes them out. */
export function withPut(puts: readonly Put[], { line, carton, qty }: Put): Put[] {
  const others = puts.filter((put) => put.line !== line || put.carton !== carton);
  return qty > 0 ? [...others, { line, carton, qty }] : others;
}

/** One piece more of some goods into a carton, of the first of their lines that has some left; undefined where none has. */
export function scannedInto(
  lines: readonly Packable[],
  puts: readonly Put[],
  { goods, carton }: { goods: number; carton: number },
): Put[] | undefined {
  const line = lines.find((one) => one.sku_id === goods && leftOf(one, puts) > 0);
  if (!line) return undefined;
  const there = puts.find((put) => put.line === line.id && put.carton === carton)?.qty ?? 0;
  return withPut(puts, { line: line.id, carton, qty: there + 1 });
}

/** Everything that is left into one carton. */
export function restInto(lines: readonly Packable[], puts: readonly Put[], carton: number): Put[] {
  return lines.reduce<Put[]>(
    (all, line) => {
      const left = leftOf(line, all);
      const there = all.find((put) => put.line === line.id && put.carton === carton)?.qty ?? 0;
      return left > 0 ? withPut(all, { line: line.id, carton, qty: there + left }) : all;
    },
    [...puts],
  );
}

/** All that was picked, laid into cartons of so many pieces one after another. */
export function byPieces(lines: readonly Packable[], most: number): Put[] {
  const puts: Put[] = [];
  let [carton, room] = [1, most];
  for (const line of lines) {
    let left = line.picked;
    while (left > 0) {
      if (room === 0) [carton, room] = [carton + 1, most];
      const qty = Math.min(left, room);
      puts.push({ line: line.id, carton, qty });
      left -= qty;
      room -= qty;
    }
  }
  return puts;
}
