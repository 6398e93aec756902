import { wrongCheckDigit } from '#contract/areas/goods/barcodes.ts';
import type { PieceCell } from '#contract/areas/goods/init-spu.ts';

/** Names the cell of a colour and a size. */
export const cellKey = ({ color_value_id, size_id }: Pick<PieceCell, 'color_value_id' | 'size_id'>): string =>
  `${color_value_id}/${size_id}`;

export type Cells = ReadonlyMap<string, PieceCell>;

/** The cells with some put in, or all of them taken out where every one is in already. Those that are `there` are never touched. */
export function toggled(chosen: Cells, cells: readonly PieceCell[], there: ReadonlySet<string>): Cells {
  const free = cells.filter((cell) => !there.has(cellKey(cell)));
  const now = new Map(chosen);
  const all = free.every((cell) => now.has(cellKey(cell)));
  for (const cell of free) {
    const key = cellKey(cell);
    if (all) now.delete(key);
    else if (!now.has(key)) now.set(key, cell);
  }
  return now;
}

/** The cells with the barcodes that were typed or pasted: who has one is made; who loses theirs is still made, with one of our own. */
export function coded(chosen: Cells, told: readonly PieceCell[], there: ReadonlySet<string>): Cells {
  const now = new Map(chosen);
  for (const { color_value_id, size_id, barcode = '' } of told) {
    const key = cellKey({ color_value_id, size_id });
    const code = barcode.trim();
    if (there.has(key) || (code === '' && !now.has(key))) continue;
    now.set(key, { color_value_id, size_id, ...(code === '' ? {} : { barcode: code }) });
  }
  return now;
}

/** A block of a spreadsheet laid over the cells, its corner on one of them: what reaches beyond the edge is left out. */
export function laidOver(
  block: readonly (readonly string[])[],
  corner: { readonly row: number; readonly column: number },
  { colors, sizes }: { readonly colors: readonly number[]; readonly sizes: readonly number[] },
): PieceCell[] {
  return block.flatMap((texts, down) =>
    texts.flatMap((barcode, across) => {
      const [color_value_id, size_id] = [colors[corner.row + down], sizes[corner.column + across]];
      return color_value_id === undefined || size_id === undefined ? [] : [{ color_value_id, size_id, barcode }];
    }),
  );
}

/** What is wrong with barcodes, by cell: a wrong check digit, or the code of another cell. */
export function wrongCodes(chosen: Cells): ReadonlyMap<string, string> {
  const wrong = new Map<string, string>();
  const first = new Map<string, string>();
  for (const [key, { barcode }] of chosen) {
    if (barcode === undefined) continue;
    const words = wrongCheckDigit(barcode) ?? (first.has(barcode) ? `条码“${barcode}”重复` : undefined);
    first.set(barcode, key);
    if (words !== undefined) wrong.set(key, words);
  }
  return wrong;
}
