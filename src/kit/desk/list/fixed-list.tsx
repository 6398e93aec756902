import { type ReactNode, useMemo } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { type ListView, useList } from '#src/engine/list/use-list.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { type Column, columnsOf } from '../columns.tsx';
import { Content } from '../faces.tsx';
import { DataTable } from './data-table.tsx';
import { FilterBar } from './filter-bar.tsx';
import { Pagination } from './pagination.tsx';
import type { RowAction } from './row-actions.tsx';
import { SumRow } from './sum-row.tsx';

interface FixedListProps {
  definition: AnyDefinition;
  /** What it is a list of: filters that nobody changes. */
  fixed: Values;
  columns?: readonly (string | Column)[];
  /** Filters to offer besides; none unless told. */
  filters?: readonly string[];
  /** Rows may be picked; what is done with them stands above the table. */
  picks?: (list: ListView<Row>) => ReactNode;
  rowActions?: (row: Row) => readonly RowAction[];
  height?: number;
}

/** A list inside another page, of what that page is about: pages, order and sums of its own, nothing of it in the address. */
export function FixedList({ definition, fixed, columns, filters, picks, rowActions, height = 260 }: FixedListProps) {
  const about = JSON.stringify(fixed);
  const asked = useMemo(() => JSON.parse(about) as Values, [about]);
  const list = useList(definition, { inAddress: false, fixed: asked }) as unknown as ListView<Row>;
  const shown = useMemo(() => columnsOf(list.definition, columns), [list.definition, columns]);
  return (
    <section className="desk-block">
      {filters && (
        <FilterBar definition={definition} state={list.state} onAsk={list.change} names={filters} />
      )}
      <Content of={{ failure: list.failure, stale: list.stale, reload: list.reload }}>
        <DataTable
          name={`${definition.name}-inside`}
          label={definition.label}
          columns={shown}
          rows={list.rows}
          sort={list.state.sort ?? definition.list.sort[0]}
          onSort={(sort) => list.change({ sort })}
          selection={picks ? list.selection : undefined}
          rowActions={rowActions}
          lead={picks?.(list)}
          height={height}
          loading={list.loading}
          busy={list.refreshing}
        />
      </Content>
      <footer className="desk-foot">
        <SumRow definition={list.definition} sum={list.sum} picked={list.selection.rows} />
        {list.total > list.state.pageSize && (
          <Pagination
            {...list.state}
            total={list.total}
            capped={list.capped}
            counting={list.counting}
            onExact={list.countExactly}
            onChange={(page, pageSize) => list.change({ page, pageSize })}
          />
        )}
      </footer>
    </section>
  );
}
