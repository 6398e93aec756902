import { memo } from 'react';
import type { Field } from '#contract/kit/field.ts';
import type { FormLine } from '#src/engine/form-lines.ts';
import type { Values } from '#src/engine/row.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { lookOf } from './kinds/index.ts';

interface LineCellProps {
  line: FormLine;
  /** Row number from 0, for those who hear the sheet. */
  at: number;
  name: string;
  field: Field;
  error: string | undefined;
  disabled: boolean;
  onChange: FormView['changeLines'];
}

/** One cell of a line: its input by kind, and what is wrong with it. Drawn again only when its own line changes. */
export const LineCell = memo(function LineCell({ line, at, name, field, error, disabled, onChange }: LineCellProps) {
  const { Input } = lookOf(field);
  const id = `${line.key}-${name}`;
  const change = (value: unknown, shown?: Values) => onChange(new Map([[line.key, { [name]: value, ...shown }]]));
  return (
    <div data-cell={name} data-line={line.key} title={error}>
      <Input
        id={id}
        name={name}
        field={field}
        value={line.values[name]}
        record={line.values}
        disabled={disabled}
        invalid={error !== undefined}
        describedBy={error === undefined ? undefined : `${id}-words`}
        label={`第 ${at + 1} 行${field.label}`}
        onChange={change}
      />
      {error !== undefined && (
        <p id={`${id}-words`} className="desk-wrong desk-wrong-cell" role="alert">
          {error}
        </p>
      )}
    </div>
  );
});
