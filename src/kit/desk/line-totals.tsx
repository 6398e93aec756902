import type { Fields } from '#contract/kit/field.ts';
import type { FormLine } from '#src/engine/form-lines.ts';
import { lookOf } from './kinds/index.ts';

/** 合计 of the lines being edited. */
export function LineTotals({
  rows,
  fields,
  names,
}: {
  rows: readonly FormLine[];
  fields: Fields;
  names: readonly string[];
}) {
  return (
    <div className="desk-sum" role="group" aria-label="合计">
      <span className="desk-sum-title">合计 共{rows.length}条</span>
      <dl>
        {names.map((name) => {
          const field = fields[name];
          if (!field) throw new Error(`no line field ${name}`);
          const sum = rows.reduce(
            (total, row) => total + (typeof row.values[name] === 'number' ? row.values[name] : 0),
            0,
          );
          return (
            <div key={name}>
              <dt>{field.label}</dt>
              <dd>{lookOf(field).cell({ value: sum, field, name, record: {} })}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}
