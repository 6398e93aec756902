import { Table } from 'antd';
import type { TableProps, TableRef } from 'antd/es/table';
import { type Key, useMemo, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Row } from '#src/engine/row.ts';
import { useColumns } from '#src/engine/use-columns.ts';
import type { Selection } from '#src/engine/use-selection.ts';
import { metrics } from '#src/kit/theme.ts';
import { ColumnSettings } from './column-settings.tsx';
import type { Column } from './columns.tsx';
import { EmptyFace, LoadingFace } from './faces.tsx';
import { HeaderCell } from './header-cell.tsx';
import { pickAll } from './pick-all.tsx';
import { type RowAction, RowActions } from './row-actions.tsx';
import { tableKeyDown } from './table-keys.ts';
import { useFillHeight } from './use-fill-height.ts';

export interface DataTableProps<R extends Row = Row> {
  /** What the table is of: the name its column settings are kept under, and its name for those who hear it. */
  name: string;
  label: string;
  columns: readonly Column<R>[];
  rows: readonly R[];
  /** `-field` for descending. */
  sort?: string | undefined;
  onSort?(sort: string | undefined): void;
  selection?: Selection | undefined;
  onOpen?: ((row: R) => void) | undefined;
  /** Where a row opens, so that it can also be opened beside this page; goes with `onOpen`. A row without an address does not open. */
  addressOf?: ((row: R) => string | undefined) | undefined;
  /** Column that opens a row when clicked; the first one unless told or not shown. */
  opens?: string | undefined;
  rowActions?: ((row: R) => readonly RowAction[]) | undefined;
  /** Pixels of the body, or what remains of the window above so many pixels. */
  height?: number | { below: number };
  /** Nothing to show yet: grey bars stand in the body. */
  loading?: boolean;
  /** Old rows stand while new ones are on their way. */
  busy?: boolean;
  /** At the left above the table: what can be done with the picked rows. */
  lead?: React.ReactNode;
  /** Buttons beside the column settings. */
  tools?: React.ReactNode;
}

/** The table of the desk: virtual when it is large, columns as a person wants them, and all of it by keyboard (design §8). */
export function DataTable<R extends Row = Row>(props: DataTableProps<R>) {
  const {
    name,
    label,
    rows,
    sort,
    onSort,
    selection,
    onOpen,
    rowActions,
    height = { below: 64 },
    loading,
    busy,
    lead,
    tools,
  } = props;
  const { choice, arrange, choose, reset } = useColumns(name);
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<TableRef>(null);
  const fill = useFillHeight(box, typeof height === 'number' ? 0 : height.below + headHeight);
  const columns = useMemo(() => {
    const byName = new Map(props.columns.map((column) => [column.name, column]));
    return arrange([...byName.keys()]).flatMap((one) => byName.get(one) ?? []);
  }, [props.columns, arrange]);
  const shown = columns.filter((column) => !choice.hidden.includes(column.name));
  const widthOf = (column: Column<R>) => choice.widths[column.name] ?? column.width;
  const opens = (shown.find((column) => column.name === props.opens) ?? shown[0])?.name;
  const actionsWidth = rowActions ? widthOfActions(rows.slice(0, sampled).map(rowActions)) : 0;
  const total = shown.reduce((sum, column) => sum + widthOf(column), 0) + (selection ? pickWidth : 0) + actionsWidth;
  const tableHeight = typeof height === 'number' ? height : fill;
  const virtual = rows.length > 50 || shown.length > 15;

  const antColumns: TableProps<R>['columns'] = shown.map((column) => ({
    key: column.name,
    dataIndex: column.name,
    title: column.label,
    width: widthOf(column),
    align: column.align ?? 'start',
    ellipsis: true,
    className: column.align === 'end' ? 'desk-figure' : '',
    ...(column.sortable && onSort
      ? { sorter: true, sortOrder: orderOf(sort, column.name), sortDirections: ['ascend', 'descend'] }
      : {}),
    render: (_value: unknown, row: R) => {
      const address = props.addressOf?.(row);
      // A row that leads nowhere looks like none that does.
      const leads = address !== undefined || !props.addressOf;
      return onOpen && leads && column.name === opens ? (
        <OpenCell column={column} row={row} onOpen={onOpen} address={address} />
      ) : (
        column.render(row)
      );
    },
    onHeaderCell: () =>
      ({
        width: widthOf(column),
        onResize: (width: number) => choose({ widths: { ...choice.widths, [column.name]: width } }),
      }) as object,
  }));
  if (rowActions)
    antColumns.push({
      key: '操作',
      title: '操作',
      width: actionsWidth,
      fixed: 'end',
      render: (_value: unknown, row: R) => <RowActions actions={rowActions(row)} />,
    });

  const toggle = (key: Key) => {
    if (!selection) return;
    const picked = new Set<Key>(selection.ids);
    if (!picked.delete(key)) picked.add(key);
    selection.pick(
      rows.filter((row) => picked.has(row.id)),
      rows,
    );
  };

  return (
    <div className="desk-table-frame">
      <div className="desk-tools">
        <div className="desk-tools-lead">{lead}</div>
        {tools}
        <ColumnSettings
          columns={columns}
          hidden={choice.hidden}
          onHide={(hidden) => choose({ hidden })}
          onOrder={(order) => choose({ order })}
          onReset={reset}
        />
      </div>
      <div
        ref={box}
        className={busy ? 'desk-table desk-busy' : 'desk-table'}
        role="group"
        aria-label={label}
        aria-busy={(busy ?? false) || (loading ?? false)}
        tabIndex={virtual ? 0 : undefined}
        onKeyDown={(event) =>
          tableKeyDown(event, {
            keys: rows.map((row) => row.id),
            reveal: (key) => table.current?.scrollTo({ key }),
            onOpen: onOpen && ((key) => rows.filter((row) => row.id === Number(key)).forEach(onOpen)),
            onToggle: selection && toggle,
          })
        }
      >
        <Table<R>
          ref={table}
          size="small"
          rowKey="id"
          columns={antColumns}
          dataSource={rows as R[]}
          pagination={false}
          virtual={virtual}
          tableLayout="fixed"
          scroll={{ x: total, y: tableHeight }}
          components={headers}
          locale={{ emptyText: loading ? <LoadingFace /> : <EmptyFace /> }}
          showSorterTooltip={false}
          onRow={(row, index) => ({
            tabIndex: index === 0 && !virtual ? 0 : -1,
            ...(onOpen ? { onDoubleClick: () => onOpen(row) } : {}),
          })}
          {...(selection
            ? {
                rowSelection: {
                  columnWidth: pickWidth,
                  columnTitle: pickAll,
                  getCheckboxProps: () => ({ 'aria-label': '选择本行' }) as object,
                  fixed: true,
                  selectedRowKeys: selection.ids as Key[],
                  onChange: (_keys, picked) => selection.pick(picked, rows),
                  preserveSelectedRowKeys: false,
                },
              }
            : {})}
          onChange={(_pages, _filters, sorter) => {
            const { columnKey, order } = [sorter].flat()[0] ?? {};
            onSort?.(order ? `${order === 'descend' ? '-' : ''}${String(columnKey)}` : undefined);
          }}
        />
      </div>
    </div>
  );
}

const pickWidth = 48;
const sampled = 30;
const headHeight = metrics.row + 2;
const headers = { header: { cell: HeaderCell } };

/** Room for the widest 操作 cell among the first rows: 14 pixels a character, gaps and the cell's own margins. */
function widthOfActions(cells: readonly (readonly RowAction[])[]): number {
  const widths = cells.map((actions) =>
    actions.length > 3 ? 132 : actions.reduce((sum, { label }) => sum + label.length * 14 + 12, 12),
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
  if (address !== undefined) {
    return (
      <Link className="desk-link desk-open" to={address}>
        {column.render(row)}
      </Link>
    );
  }
  return (
    <button type="button" className="desk-link desk-open" onClick={() => onOpen(row)}>
      {column.render(row)}
    </button>
  );
}
