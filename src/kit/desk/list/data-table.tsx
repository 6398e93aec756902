import { Table } from 'antd';
import type { TableRef } from 'antd/es/table';
import { type Key, Suspense, useEffect, useMemo, useRef } from 'react';
import type { SavedView } from '#contract/areas/me/list-views.ts';
import { useColumns } from '#src/engine/list/use-columns.ts';
import type { Selection } from '#src/engine/list/use-selection.ts';
import type { Row } from '#src/engine/row.ts';
import { useShortcuts } from '#src/kit/shortcuts.ts';
import { metrics } from '#src/kit/theme.ts';
import type { Column } from '../columns.tsx';
import { EmptyFace, LoadingFace } from '../faces.tsx';
import { ColumnSettings } from './deferred-tools.ts';
import { HeaderCell } from './header-cell.tsx';
import { pickAll } from './pick-all.tsx';
import type { RowAction } from './row-actions.tsx';
import { TableArea } from './table-area.tsx';
import { tableColumns, widthOfActions } from './table-columns.tsx';
import { tableKeyDown, tableShortcuts } from './table-keys.ts';
import type { TableView } from './table-place.ts';
import { useFillHeight } from './use-fill-height.ts';

export interface DataTableProps<R extends Row = Row> {
  /** What the table is of: the name its column settings are kept under, and its name for those who hear it. */
  name: string;
  label: string;
  columns: readonly Column<R>[];
  /** The saved view that is shown: its columns count. */
  view?: SavedView | undefined;
  rows: readonly R[];
  /** `-field` for descending. */
  sort?: string | undefined;
  onSort?(sort: string | undefined): void;
  selection?: Selection | undefined;
  onOpen?: ((row: R) => void) | undefined;
  /** Where a row opens, so that it can also be opened beside this page; goes with `onOpen`. A row without an address does not open. */
  addressOf?: ((row: R) => string | undefined) | undefined;
  /** Column that opens a row when clicked; the first one by default, and where it is not shown. */
  opens?: string | undefined;
  /** Columns that stay in view until a person chooses others; the first one by default. */
  pinned?: readonly string[] | undefined;
  rowActions?: ((row: R) => readonly RowAction[]) | undefined;
  /** A row to be brought into sight; another object asks for it again. */
  reveal?: { readonly id: number } | undefined;
  /** Pixels of the body; by default what remains of the window. */
  height?: number;
  /** Nothing to show yet: grey bars stand in the body. */
  loading?: boolean;
  /** Old rows stand while new ones are on their way. */
  busy?: boolean;
  /** In place of rows where there are none. */
  empty?: React.ReactNode;
  /** At the left above the table: what can be done with the picked rows. */
  lead?: React.ReactNode;
  /** Buttons beside the column settings. */
  tools?: React.ReactNode;
  /** For now without what stands above it; its room is kept. */
  bare?: boolean;
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
    height,
    loading,
    busy,
    reveal,
    lead,
    tools,
    bare,
  } = props;
  useShortcuts(tableShortcuts);
  const { choice, arrange, choose, reset } = useColumns(name, props.view);
  const box = useRef<HTMLDivElement>(null);
  const table = useRef<TableRef>(null);
  const pinned = choice.pinned ?? props.pinned ?? props.columns.slice(0, 1).map((column) => column.name);
  const columns = useMemo(() => {
    const byName = new Map(props.columns.map((column) => [column.name, column]));
    const arranged = arrange([...byName.keys()]).flatMap((one) => byName.get(one) ?? []);
    // What stays in view stands first, as antd's fixed columns must.
    return [
      ...arranged.filter(({ name: one }) => pinned.includes(one)),
      ...arranged.filter(({ name: one }) => !pinned.includes(one)),
    ];
  }, [props.columns, arrange, pinned]);
  const shown = columns.filter((column) => !choice.hidden.includes(column.name));
  const widthOf = (column: Column<R>) => choice.widths[column.name] ?? column.width;
  const opens = (shown.find((column) => column.name === props.opens) ?? shown[0])?.name;
  const actionsWidth = rowActions ? widthOfActions(rows.slice(0, sampled).map(rowActions)) : 0;
  const total = shown.reduce((sum, column) => sum + widthOf(column), 0) + (selection ? pickWidth : 0) + actionsWidth;
  const virtual = rows.length > 50 || shown.length > 15;
  const fills = height === undefined;
  const fill = useFillHeight(box, { fills, head: headHeight, counted: fills && virtual });
  // A virtual table counts; any other leaves it to the style sheet.
  const tableHeight = height ?? (virtual ? fill : 'var(--fill-height)');
  const view: Omit<TableView, 'box'> = {
    columns: shown as readonly Column[],
    rows,
    picked: selection?.rows ?? none,
    lead: selection ? 1 : 0,
  };

  useEffect(() => {
    if (reveal) table.current?.scrollTo({ key: reveal.id });
  }, [reveal]);

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
        {!bare && (
          <>
            <div className="desk-tools-lead">{lead}</div>
            {tools}
            <Suspense>
              <ColumnSettings
                columns={columns}
                hidden={choice.hidden}
                pinned={pinned}
                onHide={(hidden) => choose({ hidden })}
                onPin={(names) => choose({ pinned: names })}
                onOrder={(order) => choose({ order })}
                onReset={reset}
              />
            </Suspense>
          </>
        )}
      </div>
      <TableArea
        ref={box}
        view={view}
        className={busy ? 'desk-table desk-asking' : 'desk-table'}
        role="group"
        aria-label={label}
        aria-busy={(busy ?? false) || (loading ?? false)}
        tabIndex={virtual ? 0 : undefined}
        // What is below the table stays where it is, however many rows come.
        style={fills ? { minBlockSize: `calc(var(--fill-height) + ${headHeight}px)` } : undefined}
        onKeyDown={(event) =>
          tableKeyDown(event, {
            keys: rows.map((row) => row.id),
            reveal: (key) => table.current?.scrollTo({ key }),
            onOpen: onOpen && ((key) => rows.filter((row) => row.id === Number(key)).forEach(onOpen)),
            onToggle: selection && toggle,
            onCopy: (focused) => void copy(view, focused),
          })
        }
      >
        <Table<R>
          ref={table}
          size="small"
          rowKey="id"
          columns={tableColumns({
            columns: shown,
            pinned,
            widthOf,
            onResize: (column, width) => choose({ widths: { ...choice.widths, [column]: width } }),
            sort,
            onSort,
            opens,
            onOpen,
            addressOf: props.addressOf,
            rowActions,
            actionsWidth,
          })}
          dataSource={rows as R[]}
          pagination={false}
          virtual={virtual}
          tableLayout="fixed"
          scroll={{ x: total, y: tableHeight }}
          components={headers}
          locale={{ emptyText: loading ? <LoadingFace /> : (props.empty ?? <EmptyFace />) }}
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
      </TableArea>
    </div>
  );
}

// Loads when somebody first copies.
const copy = async (view: Omit<TableView, 'box'>, focused: HTMLElement) =>
  await (await import('./table-copy.ts')).copyFocused(view, focused);

const none: readonly never[] = [];
const pickWidth = 48;
const sampled = 30;
const headHeight = metrics.row + 2;
const headers = { header: { cell: HeaderCell } };
