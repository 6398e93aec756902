import type { TableProps } from 'antd/es/table';
import { Link } from 'react-router-dom';
import type { Row } from '#src/engine/row.ts';
import type { Column } from '../columns.tsx';
import { InLink } from '../in-link.ts';
import { moreLabel, mostShown, type RowAction, RowActions, shownActions } from './row-actions.tsx';

interface TableColumnsOptions<R extends Row> {
  columns: readonly Column<R>[];
  pinned: readonly string[];
  widthOf(column: Column<R>): number;
  onResize(name: string, width: number): void;
  sort: string | undefined;
  onSort?: ((sort: string | undefined) => void) | undefined;
  /** Column that opens a row. */
  opens: string | undefined;
  onOpen?: ((row: R) => void) | undefined;
  addressOf?: ((row: R) => string | undefined) | undefined;
  rowActions?: ((row: R) => readonly RowAction[]) | undefined;
  actionsWidth: number;
}

/** The columns as antd takes them: the pinned ones and 操作 stay in view while the others pass between them. */
export function tableColumns<R extends Row>(options: TableColumnsOptions<R>): NonNullable<TableProps<R>['columns']> {
  const { columns, pinned, widthOf, onResize, sort, onSort, opens, onOpen, addressOf, rowActions, actionsWidth } =
    options;
  const shown: NonNullable<TableProps<R>['columns']> = columns.map((column) => ({
    key: column.name,
    dataIndex: column.name,
    title: column.label,
    width: widthOf(column),
    align: column.align ?? 'start',
    ellipsis: { showTitle: false },
    className: column.align === 'end' ? 'desk-figure' : '',
    ...(pinned.includes(column.name) ? { fixed: 'start' as const } : {}),
    ...(column.sortable && onSort
      ? { sorter: true, sortOrder: orderOf(sort, column.name), sortDirections: ['ascend', 'descend'] }
      : {}),
    render: (_value: unknown, row: R) => {
      const address = addressOf?.(row);
      // A row that leads nowhere looks like none that does.
      const leads = address !== undefined || !addressOf;
      return onOpen && leads && column.name === opens ? (
        <OpenCell column={column} row={row} onOpen={onOpen} address={address} />
      ) : (
        column.render(row)
      );
    },
    onHeaderCell: () =>
      ({ width: widthOf(column), onResize: (width: number) => onResize(column.name, width) }) as object,
  }));
  if (rowActions)
    shown.push({
      key: '操作',
      title: '操作',
      width: actionsWidth,
      fixed: 'end',
      render: (_value: unknown, row: R) => <RowActions actions={rowActions(row)} />,
    });
  return shown;
}

/** Room for the widest 操作 cell among the first rows: 14 pixels a character, gaps and the cell's own margins. */
export function widthOfActions(cells: readonly (readonly RowAction[])[]): number {
  const widths = cells.map((actions) =>
    shownActions(actions)
      .map(({ label }) => label)
      .concat(actions.length > mostShown ? moreLabel : [])
      .reduce((sum, label) => sum + label.length * 14 + 12, 12),
  );
  return Math.max(72, ...widths);
}

function orderOf(sort: string | undefined, name: string): 'ascend' | 'descend' | null {
  if (sort === name) return 'ascend';
  return sort === `-${name}` ? 'descend' : null;
}

interface OpenCellProps<R extends Row> {
  column: Column<R>;
  row: R;
  address: string | undefined;
  onOpen(row: R): void;
}

function OpenCell<R extends Row>({ column, row, address, onOpen }: OpenCellProps<R>) {
  const words = <InLink value={true}>{column.render(row)}</InLink>;
  if (address !== undefined) {
    return (
      <Link className="desk-link desk-open" to={address}>
        {words}
      </Link>
    );
  }
  return (
    <button type="button" className="desk-link desk-open" onClick={() => onOpen(row)}>
      {words}
    </button>
  );
}
