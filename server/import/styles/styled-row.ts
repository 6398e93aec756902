import { limits } from '#contract/kit/limits.ts';
import { cut } from '#server/sheets/bilingual-message.ts';
import type { RetailRow } from '../retail-row.ts';
import type { StyleCells } from './style-cells.ts';

/** A row of a catalogue, as far as goods are made of it. */
export interface StyledRow {
  readonly row: number;
  /** For reports: its first barcode, or the number of its style. */
  readonly code: string;
  /** Cut to what a name may hold; undefined when it has none. */
  readonly name: string | undefined;
  /** The name as it stands in the sheet, when it is longer. */
  readonly wholeName: string | undefined;
  /** Millionths of the sheet's money; 0 when it says none. */
  readonly price: number;
  /** As of when the price is, `YYYY-MM-DD HH:mm:ss`. */
  readonly at: string;
  readonly cells: StyleCells;
}

/** Takes what a catalogue needs of a row. Of order lines only those that sold something say a name and a price. */
export function styledRow(row: RetailRow, cells: StyleCells, name: string): StyledRow {
  const says = row.kind === 'listed' || (row.kind === 'sale' && row.price > 0 && row.quantity > 0);
  return {
    row: row.row,
    code: row.code,
    name: says && name !== '' ? cut(name, limits.name) : undefined,
    wholeName: says && name.length > limits.name ? name : undefined,
    price: says ? row.price : 0,
    at: row.at,
    cells,
  };
}
