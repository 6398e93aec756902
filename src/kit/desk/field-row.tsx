import { memo, type ReactNode } from 'react';
import { shallow } from 'zustand/shallow';
import type { Field } from '#contract/kit/field.ts';
import type { Values } from '#src/engine/row.ts';
import { controlsOf } from './kinds/controls.ts';
import { lookOf } from './kinds/index.ts';

interface FieldRowProps {
  id: string;
  name: string;
  field: Field;
  values: Values;
  /** The record that a step is taken of, where the fields are what it asks: what there is to choose from may follow from it. */
  record?: Values | undefined;
  onChange(name: string, value: unknown, shown?: Values): void;
  error?: string | undefined;
  disabled?: boolean;
  autoFocus?: boolean;
}

/**
 * One field of a form: its label, its input by kind, and what is wrong with it. A change of other fields does not draw it
 * again, where `onChange` stays the same: a form holds dozens of them, and a letter is typed into one (decision 0023).
 */
export const FieldRow = memo(Row, ({ values: before, ...was }, { values, ...is }) => {
  return (
    shallow(was, is) &&
    shallow(ownOf(is.name, before), ownOf(is.name, values)) &&
    JSON.stringify(amongOf(is.field, before, was.record)) === JSON.stringify(amongOf(is.field, values, is.record))
  );
});

function Row({ id, name, field, values, record, onChange, error, disabled, autoFocus }: FieldRowProps) {
  const { Input } = controlsOf(field);
  const { wide } = lookOf(field);
  return (
    <FieldFrame id={id} name={name} field={field} error={error} wide={wide}>
      {(describedBy) => (
        <Input
          id={id}
          name={name}
          field={field}
          value={values[name]}
          record={ownOf(name, values)}
          among={amongOf(field, values, record)}
          onChange={(value, shown) => onChange(name, value, shown)}
          disabled={disabled ?? false}
          invalid={error !== undefined}
          describedBy={describedBy}
          autoFocus={autoFocus ?? false}
        />
      )}
    </FieldFrame>
  );
}

/** A field that follows from others: as it stands now, for reading. */
export function ComputedRow({ id, name, field, values }: Pick<FieldRowProps, 'id' | 'name' | 'field' | 'values'>) {
  return (
    <FieldFrame id={id} name={name} field={field} error={undefined}>
      {() => <output id={id}>{lookOf(field).cell({ value: values[name], field, name, record: values })}</output>}
    </FieldFrame>
  );
}

interface FieldFrameProps extends Pick<FieldRowProps, 'id' | 'name' | 'field' | 'error'> {
  wide?: boolean | undefined;
  /** The input; told the id of the words on what is wrong with it. */
  children: (describedBy: string | undefined) => ReactNode;
}

/** What stands around the input of a field: its label, and what is wrong with it. */
export function FieldFrame({ id, name, field, error, wide, children }: FieldFrameProps) {
  const wordsId = `${id}-words`;
  return (
    <div className={wide ? 'desk-field desk-field-wide' : 'desk-field'} data-field={name}>
      <label htmlFor={id}>
        {field.required === true && (
          <span className="desk-required" aria-hidden="true">
            *
          </span>
        )}
        {field.label}
      </label>
      {children(error === undefined ? undefined : wordsId)}
      {error !== undefined && (
        <p id={wordsId} className="desk-wrong" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

const amongOf = (field: Field, values: Values, record: Values = values): Values | undefined =>
  field.among?.(values, record);

/** A field's value and its companions, `<field>__title` and the like. */
function ownOf(name: string, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([key]) => key === name || key.startsWith(`${name}__`)));
}
