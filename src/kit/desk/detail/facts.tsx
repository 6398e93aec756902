import { fieldOf } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { shownNames } from '#contract/kit/mask.ts';
import type { Row } from '#src/engine/row.ts';
import { useSeen } from '#src/engine/use-seen.ts';
import { columnsOf } from '../columns.tsx';

interface FactsProps {
  definition: AnyDefinition;
  record: Row;
  /** Fields to show; all of the definition by default. */
  names?: readonly string[] | undefined;
}

/** 基本信息: what a record says of itself, label beside value, by kind. */
export function Facts({ definition: declared, record, names }: FactsProps) {
  const definition = useSeen(declared);
  // What only the server sets and has not set yet says nothing: a plan has no posting time.
  const known = shownNames(definition, names ?? factNames(definition));
  const telling = known.filter((name) => !isEmpty(record[name]) || !fieldOf(definition, name).derived);
  return (
    <dl className="desk-facts">
      {columnsOf(definition, telling).map((column) => (
        <div key={column.name}>
          <dt>{column.label}</dt>
          <dd>{isEmpty(record[column.name]) ? <span className="desk-hint">—</span> : column.render(record)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What a detail shows by itself: the fields of the definition, a document's remark, and who made it when. */
export function factNames(definition: AnyDefinition): string[] {
  const own = Object.entries(definition.fields)
    .filter(([name, field]) => !field.internal && (name !== 'status' || !definition.states))
    .map(([name]) => name);
  const made = definition.view ? [] : ['created_by', 'created_at', 'updated_by', 'updated_at'];
  const document = definition.states ? ['remark', 'submitted_by', 'submitted_at', 'cancel_reason'] : [];
  return [...own, ...document, ...made];
}

function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}
