import type { Row } from '#src/engine/row.ts';
import type { Column } from '../columns.tsx';

/** A table as it stands on the page: for whoever looks up what is under a pointer or a cursor, and copies it. */
export interface TableView<R extends Row = Row> {
  readonly columns: readonly Column<R>[];
  readonly rows: readonly R[];
  readonly picked: readonly R[];
  /** Cells of a row before that of its first column. */
  readonly lead: number;
  readonly box: HTMLElement | null;
}

/** What an element of the table is of; neither for what is of the whole table. */
export interface TablePlace<R extends Row = Row> {
  readonly column?: Column<R> | undefined;
  readonly row?: R | undefined;
}

/** The cell around an element, its column and its row: a cell of the header has no row. */
export function placeOf<R extends Row>(
  { columns, rows, lead }: Omit<TableView<R>, 'picked' | 'box'>,
  target: EventTarget,
): TablePlace<R> {
  if (!(target instanceof Element)) return {};
  const key = target.closest<HTMLElement>('[data-row-key]')?.dataset['rowKey'];
  const cell = target.closest('.ant-table-cell');
  const at = cell?.parentElement ? [...cell.parentElement.children].indexOf(cell) - lead : -1;
  return { column: columns[at], row: key === undefined ? undefined : rows.find((row) => String(row.id) === key) };
}
