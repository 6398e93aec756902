import { memo } from 'react';
import type { Field } from '#contract/kit/field.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import type { Values } from '#src/engine/row.ts';
import { controlsOf } from '../kinds/controls.ts';
import { lookOf } from '../kinds/index.ts';
import { unreadable } from '../kinds/unreadable.ts';

interface LineCellProps {
  line: FormLine;
  /** Row number from 0, for those who hear the sheet. */
  at: number;
  name: string;
  /** Undefined where the line does not have it. */
  field: Field | undefined;
  /** What it is worth, of a field that follows from others. */
  computed?: unknown;
  error: string | undefined;
  disabled: boolean;
  /** What there is to choose from for this line (`Field.among`), as one text, so that the same is the same. */
  among?: string | undefined;
  onChange: FormCore['changeLines'];
}

/** One cell of a line: its input by kind, what the record chosen is called, and what is wrong. Drawn again only when its own line changes. */
export const LineCell = memo(function LineCell({ field, ...cell }: LineCellProps) {
  if (!field) return null;
  const { line, name, computed } = cell;
  if (field.derived) {
    const value = field.compute ? computed : line.values[name];
    return <output data-line={line.key}>{lookOf(field).cell({ value, field, name, record: line.values })}</output>;
  }
  return <InputCell field={field} {...cell} />;
});

function InputCell({ line, at, name, field, error, disabled, among, onChange }: LineCellProps & { field: Field }) {
  const { Input } = controlsOf(field);
  const id = `${line.key}-${name}`;
  const hint = line.values[`${name}__hint`];
  const wrong = error ?? unreadable(field, line.values[name]);
  const change = (value: unknown, shown?: Values) => onChange(new Map([[line.key, { [name]: value, ...shown }]]));
  return (
    <div data-cell={name} data-line={line.key} title={wrong}>
      <div className="desk-cell">
        <Input
          id={id}
          name={name}
          field={field}
          value={line.values[name]}
          record={line.values}
          among={among === undefined ? undefined : (JSON.parse(among) as Values)}
          disabled={disabled}
          invalid={wrong !== undefined}
          describedBy={wrong === undefined ? undefined : `${id}-words`}
          label={`第 ${at + 1} 行${field.label}`}
          onChange={change}
        />
        {typeof hint === 'string' && (
          <span className="desk-hint" title={hint}>
            {hint}
          </span>
        )}
      </div>
      {wrong !== undefined && (
        <p id={`${id}-words`} className="desk-wrong desk-wrong-cell" role="alert">
          {wrong}
        </p>
      )}
    </div>
  );
}
