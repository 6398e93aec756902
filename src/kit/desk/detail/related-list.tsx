import { useMemo } from 'react';
import { useNavigate } from 'react-router-dom';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { type ListView, useList } from '#src/engine/list/use-list.ts';
import { useMayOpen } from '#src/engine/places.ts';
import { recordAddress } from '#src/engine/record-places.ts';
import type { Row } from '#src/engine/row.ts';
import { type Column, columnsOf } from '../columns.tsx';
import { Content, EmptyFace } from '../faces.tsx';
import { DataTable } from '../list/data-table.tsx';
import { Pagination } from '../list/pagination.tsx';

interface RelatedListProps {
  definition: AnyDefinition;
  /** The filter that leads back to the record whose page this is: `supplier_id`. */
  by: string;
  /** Of that record. */
  id: number;
  /** Columns by field name, or written by hand; the list's without `by` unless told. */
  columns?: readonly (string | Column)[];
}

/** The records of a definition that belong to the one whose page this is, with pages of their own; a row leads to its page. */
export function RelatedList({ definition, by, id, columns }: RelatedListProps) {
  const fixed = useMemo(() => ({ [by]: id }), [by, id]);
  const list = useList(definition, { inAddress: false, fixed }) as unknown as ListView<Row>;
  const seen = list.definition;
  const shown = useMemo(
    () => columnsOf(seen, columns ?? seen.list.columns.filter((name) => name !== by)),
    [seen, columns, by],
  );
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const addressOf = (row: Row) => {
    const no = String(row[definition.number?.field ?? definition.title] ?? '');
    const address = recordAddress(definition.name, { id: row.id, no });
    return mayOpen(address) ? address : undefined;
  };
  return (
    <Content of={{ failure: list.failure, stale: list.stale, reload: list.reload }}>
      <DataTable
        name={definition.name}
        label={definition.label}
        columns={shown}
        rows={list.rows}
        sort={list.state.sort ?? definition.list.sort[0]}
        onSort={(sort) => list.change({ sort })}
        onOpen={(row) => {
          const address = addressOf(row);
          if (address) void navigate(address);
        }}
        addressOf={addressOf}
        opens={definition.title}
        height={height}
        loading={list.loading}
        busy={list.refreshing}
        empty={<EmptyFace />}
      />
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
    </Content>
  );
}

/** Pixels: as many rows as one looks at beside the record. */
const height = 320;
