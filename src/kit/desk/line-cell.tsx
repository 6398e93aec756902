import type { Field } from '#contract/kit/field.ts';
import { linePath } from '#src/engine/form-errors.ts';
import type { FormLine } from '#src/engine/form-lines.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { lookOf } from './kinds/index.ts';

interface LineCellProps {
  form: FormView;
  line: FormLine;
  /** Row number from 0, for those who hear the sheet. */
  at: number;
  name: string;
  field: Field;
  disabled: boolean;
}

/** One cell of a line: its input by kind, and what is wrong with it. */
export function LineCell({ form, line, at, name, field, disabled }: LineCellProps) {
  const { Input } = lookOf(field);
  const id = `${line.key}-${name}`;
  const error = form.errors[linePath(line.key, name)];
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
        onChange={(value, shown) => form.changeLines(new Map([[line.key, { [name]: value, ...shown }]]))}
      />
      {error !== undefined && (
        <p id={`${id}-words`} className="desk-wrong desk-wrong-cell" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}
