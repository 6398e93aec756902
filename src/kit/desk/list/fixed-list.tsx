import { type ReactNode, useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { type ListView, useList } from '#src/engine/list/use-list.ts';
import { useMayOpen } from '#src/engine/places.ts';
import { recordAddress } from '#src/engine/record-places.ts';
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
  /** It stands among others on its page, under its name and the number of its rows. */
  heading?: boolean;
  /** A row leads to its own page. */
  leads?: boolean;
  /** Filters to offer besides; none by default. */
  filters?: readonly string[];
  /** Rows may be picked; what is done with them stands above the table. */
  picks?: (list: ListView<Row>) => ReactNode;
  rowActions?: (row: Row) => readonly RowAction[];
  height?: number;
}

/** A list inside another page, of what that page is about: pages, order and sums of its own, nothing of it in the address. */
export function FixedList({
  definition,
  fixed,
  columns,
  heading,
  leads,
  filters,
  picks,
  rowActions,
  height = 260,
}: FixedListProps) {
  const about = JSON.stringify(fixed);
  const asked = useMemo(() => JSON.parse(about) as Values, [about]);
  const list = useList(definition, { inAddress: false, fixed: asked }) as unknown as ListView<Row>;
  const shown = useMemo(() => columnsOf(list.definition, columns), [list.definition, columns]);
  const way = useWayTo(definition);
  return (
    <section className="desk-block">
      {heading && <h2>{`${definition.label} 共${list.total}条`}</h2>}
      {filters && <FilterBar definition={definition} state={list.state} onAsk={list.change} names={filters} />}
      <Content of={{ failure: list.failure, stale: list.stale, reload: list.reload }}>
        <DataTable
          name={`${definition.name}-inside`}
          label={definition.label}
          columns={shown}
          rows={list.rows}
          sort={list.state.sort ?? definition.list.sort[0]}
          onSort={(sort) => list.change({ sort })}
          {...(leads ? way : {})}
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

/** How a row leads to the page of its record, for those who may open it. */
function useWayTo(definition: AnyDefinition) {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const addressOf = (row: Row) => {
    const no = String(row[definition.number?.field ?? definition.title] ?? '');
    const address = recordAddress(definition.name, { id: row.id, no });
    return mayOpen(address) ? address : undefined;
  };
  const onOpen = (row: Row) => {
    const address = addressOf(row);
    if (address) void navigate(address);
  };
  return { addressOf, onOpen, opens: definition.title };
}
