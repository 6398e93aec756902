import { useEffect, useRef } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import type { Row, Values } from '#src/engine/row.ts';
import type { FormView } from '#src/engine/use-form.ts';

interface BeginWithProps {
  form: FormView;
  definition: AnyDefinition;
  /** The record that one came from; nothing is put in without one. */
  id: number | undefined;
  /** The field of a line that names it. */
  field: string;
  lineOf: (row: Row) => Values;
}

/** Begins a new form with the line of the record that its person came from. A draft of before is left as it is. */
export function BeginWith({ form, definition, id, field, lineOf }: BeginWithProps): null {
  const wanted = form.mode === 'add' && !form.loading ? id : undefined;
  const { record } = useDetail(definition, wanted);
  const done = useRef(false);
  const { addLines, lines } = form;
  const holds = lines.rows.length > 0;
  useEffect(() => {
    if (!record || done.current) return;
    done.current = true;
    const row = record as unknown as Row;
    if (!holds) addLines([{ [field]: row.id, ...lineOf(row) }]);
  }, [record, holds, addLines, field, lineOf]);
  return null;
}
