import { useMemo } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Values } from '#src/engine/row.ts';
import type { Column } from '../columns.tsx';
import { FixedList } from '../list/fixed-list.tsx';

interface RelatedListProps {
  definition: AnyDefinition;
  /** The filter that leads back to the record whose page this is: `supplier_id`. */
  by: string;
  /** Of that record. */
  id: number;
  /** Columns by field name, or written by hand; the list's without `by` by default. */
  columns?: readonly (string | Column)[];
  /** Filters besides: the open ones alone. */
  only?: Values | undefined;
}

/** The records of a definition that belong to the one whose page this is; a row leads to its page. */
export function RelatedList({ definition, by, id, columns, only }: RelatedListProps) {
  const shown = useMemo(
    () => columns ?? definition.list.columns.filter((name) => name !== by),
    [definition, columns, by],
  );
  return <FixedList definition={definition} fixed={{ ...only, [by]: id }} columns={shown} leads height={height} />;
}

/** Pixels: as many rows as one looks at beside the record. */
const height = 320;
