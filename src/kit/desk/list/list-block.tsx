import type { AnyDefinition } from '#contract/kit/definition.ts';
import { type ListView, useList } from '#src/engine/list/use-list.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { columnsOf } from '../columns.tsx';
import { Content } from '../faces.tsx';
import { DataTable } from './data-table.tsx';
import { Pagination } from './pagination.tsx';

interface ListBlockProps {
  definition: AnyDefinition;
  /** Filters that the page sets; the same object while they are the same. */
  fixed: Values;
  /** Columns by field name; the definition's unless told. */
  columns?: readonly string[];
  height?: number;
}

/** A list within another page: what is shown follows from the page, its pages are its own. */
export function ListBlock({ definition, fixed, columns, height = 260 }: ListBlockProps) {
  const list = useList(definition, { inAddress: false, fixed }) as unknown as ListView<Row>;
  return (
    <section className="desk-block">
      <h2>{`${definition.label} 共${list.total}条`}</h2>
      <Content of={{ failure: list.failure, stale: list.stale, reload: list.reload }}>
        <DataTable
          name={definition.name}
          label={definition.label}
          columns={columnsOf(list.definition, columns)}
          rows={list.rows}
          height={height}
          loading={list.loading}
          busy={list.refreshing}
        />
      </Content>
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
    </section>
  );
}
