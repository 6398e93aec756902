import type { Fields } from '#contract/kit/field.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { FormLine } from '#src/engine/form-lines.ts';
import { Sums, sumOf } from '../sums.tsx';

interface LineTotalsProps {
  rows: readonly FormLine[];
  fields: Fields;
  names: readonly string[];
}

/** 合计 of the lines being edited. */
export function LineTotals({ rows, fields, names }: LineTotalsProps) {
  const fieldOf = (name: string) => {
    const field = fields[name];
    if (!field) throw new Error(`no line field ${name}`);
    return field;
  };
  const sum = sumOf(
    rows.map(({ values }) => values),
    names,
  );
  return <Sums label="合计" title={`合计 共${grouped(rows.length)}条`} names={names} fieldOf={fieldOf} sum={sum} />;
}
