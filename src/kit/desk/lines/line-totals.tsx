import type { Fields } from '#contract/kit/field.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import { withComputed } from '#src/engine/form/values.ts';
import type { Values } from '#src/engine/row.ts';
import { sumOf } from '../sum-of.ts';
import { Sums } from '../sums.tsx';

interface LineTotalsProps {
  rows: readonly FormLine[];
  /** What they are lines of. */
  record: Values;
  fields: Fields;
  names: readonly string[];
}

/** 合计 of the lines being edited. */
export function LineTotals({ rows, record, fields, names }: LineTotalsProps) {
  const fieldOf = (name: string) => {
    const field = fields[name];
    if (!field) throw new Error(`no line field ${name}`);
    return field;
  };
  const sum = sumOf(
    rows.map(({ values }) => withComputed(fields, values, record)),
    names,
  );
  return <Sums label="合计" title={`合计 共${grouped(rows.length)}条`} names={names} fieldOf={fieldOf} sum={sum} />;
}
