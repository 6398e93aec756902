import { AutoComplete } from 'antd';
import { useState } from 'react';
import { limits } from '#contract/kit/limits.ts';
import type { InputProps } from '../kind-renderer.ts';

/** One line of text that offers the values which have words of their own; these words stand for the value, typed or chosen. */
export function OfferedText({ id, field, value, onChange, disabled, invalid, describedBy, label }: InputProps) {
  const words = Object.values(field.choices ?? {});
  // A blank that is being typed is not lost before the next letter.
  const [typed, setTyped] = useState('');
  const stands = typeof value === 'string' && value !== '' ? field.kind.print(value, field) : '';
  return (
    <AutoComplete
      id={id}
      allowClear
      value={typed.trim() === stands ? typed : stands}
      options={words.map((one) => ({ value: one }))}
      placeholder={`填写，或选${words.join('、')}`}
      disabled={disabled ?? false}
      maxLength={field.most ?? limits.name}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-label={label}
      onChange={(text: string | undefined) => {
        setTyped(text ?? '');
        onChange(text ? field.kind.parse(text, field) : null);
      }}
    />
  );
}
