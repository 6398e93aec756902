import { Input } from 'antd';
import { useState } from 'react';
import type { Controls, FilterProps, InputProps } from '../kind-renderer.ts';
import { unreadable } from './unreadable.ts';

/**
 * An input for what is typed and read by the kind: figures, money, rates. While a person types, their text stands;
 * what cannot be read goes to the form as text, where the schema says so on the field.
 */
function TypedInput(props: InputProps) {
  const { id, field, value, onChange, disabled, invalid, describedBy, label, autoFocus } = props;
  const [typing, setTyping] = useState<string | null>(null);
  const wrong = invalid || unreadable(field, value) !== undefined;
  return (
    <Input
      id={id}
      className="desk-figure"
      inputMode="decimal"
      autoComplete="off"
      value={typing ?? printed(props, value)}
      disabled={disabled ?? false}
      status={wrong ? 'error' : ''}
      aria-invalid={wrong}
      aria-describedby={describedBy}
      aria-label={label}
      aria-required={field.required === true}
      autoFocus={autoFocus ?? false}
      onChange={(event) => {
        const text = field.kind.tidy?.(event.target.value, field) ?? event.target.value;
        setTyping(text);
        onChange(readTyped(props, text));
      }}
      onBlur={() => setTyping(null)}
    />
  );
}

/** Figures, money, rates. */
export const typedControls: Controls = { Input: TypedInput, Filter: TypedRange };

/** Two such inputs, from and to. */
function TypedRange({ id, name, field, values, onChange }: FilterProps) {
  const end = (side: 'from' | 'to', words: string) => (
    <TypedInput
      id={side === 'from' ? id : `${id}-to`}
      name={`${name}_${side}`}
      field={field}
      value={values[`${name}_${side}`]}
      record={values}
      label={`${field.label}${words}`}
      onChange={(value) => onChange({ [`${name}_${side}`]: value ?? undefined })}
    />
  );
  return (
    <span className="desk-range">
      {end('from', '从')}
      <span aria-hidden="true">–</span>
      {end('to', '到')}
    </span>
  );
}

function printed({ field }: Pick<InputProps, 'field'>, value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : field.kind.print(value, field);
}

function readTyped({ field }: Pick<InputProps, 'field'>, typed: string): unknown {
  if (typed.trim() === '') return null;
  return field.kind.parse(typed, field) ?? typed;
}
