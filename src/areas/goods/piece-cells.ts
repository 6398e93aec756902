import type { PieceCell } from '#contract/areas/goods/init-spu.ts';

/** Names the cell of a colour and a size. */
export const cellKey = ({ color_value_id, size_id }: PieceCell): string => `${color_value_id}/${size_id}`;

/** The cells with some put in, or all of them taken out where every one is in already. Those that are `there` are never touched. */
export function toggled(
  chosen: ReadonlyMap<string, PieceCell>,
  cells: readonly PieceCell[],
  there: ReadonlySet<string>,
): Map<string, PieceCell> {
  const free = cells.filter((cell) => !there.has(cellKey(cell)));
  const now = new Map(chosen);
  const all = free.every((cell) => now.has(cellKey(cell)));
  for (const cell of free) {
    if (all) now.delete(cellKey(cell));
    else now.set(cellKey(cell), cell);
  }
  return now;
}
