import type { Row } from '#src/engine/row.ts';
import { copy } from '../../copy.ts';
import type { Column } from '../columns.tsx';
import { forSheet } from '../for-sheet.ts';
import { placeOf, type TableView } from './table-place.ts';

/** Copies what has the focus: a cell; on a row the picked rows, or this one where none are. */
export async function copyFocused(view: Omit<TableView, 'box'>, focused: HTMLElement): Promise<void> {
  const { column, row } = placeOf(view, focused);
  const whole = { ...view, box: focused.closest<HTMLElement>('.desk-table') };
  if (column && row && focused.dataset['rowKey'] === undefined) await copyCell(whole, { column, row });
  else if (view.picked.length > 0) await copyRows(whole, view.picked);
  else if (row) await copyRows(whole, [row]);
}

/** Copies one cell, as it reads. */
export async function copyCell<R extends Row>(
  view: TableView<R>,
  { column, row }: { column: Column<R>; row: R },
): Promise<void> {
  await copy(textOf(view, column, row));
}

/** Copies rows for a sheet: cells between tabs; several rows stand under the names of their columns. */
export async function copyRows<R extends Row>(view: TableView<R>, rows: readonly R[]): Promise<void> {
  const lines = rows.map((row) => view.columns.map((column) => forSheet(textOf(view, column, row))).join('\t'));
  const head = rows.length > 1 ? [view.columns.map(({ label }) => label).join('\t')] : [];
  await copy([...head, ...lines].join('\n'), saidOf(rows.length));
}

/** Copies a column: its cells below one another, without its name, as a filter or a sheet takes them. */
export async function copyColumn<R extends Row>(view: TableView<R>, column: Column<R>): Promise<void> {
  await copy(view.rows.map((row) => forSheet(textOf(view, column, row))).join('\n'), saidOf(view.rows.length));
}

const saidOf = (rows: number): string => `共 ${rows} 行`;

// The column's own text first; what only its look knows is read off the page, where the row may be out of being.
function textOf<R extends Row>({ columns, lead, box }: TableView<R>, column: Column<R>, row: R): string {
  const text = column.text?.(row);
  if (text !== undefined) return text;
  const drawn = column.render(row);
  if (typeof drawn === 'string' || typeof drawn === 'number') return String(drawn);
  const shown = box?.querySelector(`[data-row-key=${JSON.stringify(String(row.id))}]`)?.children[
    lead + columns.indexOf(column)
  ];
  if (shown) return shown.textContent.trim();
  const value = row[column.name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
