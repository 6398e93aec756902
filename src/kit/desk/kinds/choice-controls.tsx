import { Select, Switch } from 'antd';
import type { ReactNode } from 'react';
import type { Field } from '#contract/kit/field.ts';
import { answersTo, readyPinyin } from '#src/engine/answers-to.ts';
import type { Controls, FilterProps, InputProps } from '../kind-renderer.ts';
import { useFilterKeys } from './use-filter-keys.ts';

/** One code of an enumeration. */
export const choiceControls: Controls = {
  Input: (props) => <ChoiceInput {...props} coded={Number} />,
  Filter: (props) => <ChoiceFilter {...props} coded={Number} />,
};

/** One word of an enumeration. */
export const wordControls: Controls = {
  Input: (props) => <ChoiceInput {...props} coded={String} />,
  Filter: (props) => <ChoiceFilter {...props} coded={String} />,
};

/** Yes or no. */
export const flagControls: Controls = {
  Input: ({ id, value, onChange, disabled, describedBy, label }) => (
    <Switch
      id={id}
      checked={value === true}
      disabled={disabled ?? false}
      aria-label={label}
      aria-describedby={describedBy}
      onChange={(on) => onChange(on)}
    />
  ),
  Filter: ({ id, name, values, onChange }) => (
    <Select
      id={id}
      allowClear
      placeholder="全部"
      value={typeof values[name] === 'boolean' ? Number(values[name]) : undefined}
      options={[
        { value: 1, label: '是' },
        { value: 0, label: '否' },
      ]}
      onChange={(picked: number | undefined) => onChange({ [name]: picked === undefined ? undefined : picked === 1 })}
    />
  ),
};

type Coded = { coded: (code: string) => string | number };

function ChoiceInput({
  id,
  field,
  value,
  onChange,
  disabled,
  invalid,
  describedBy,
  label,
  autoFocus,
  coded,
}: InputProps & Coded) {
  return (
    <Select
      id={id}
      allowClear={field.required !== true}
      placeholder="请选择"
      value={value ?? undefined}
      options={offeredOf(field, { coded, value })}
      disabled={disabled ?? false}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-label={label}
      aria-required={field.required === true}
      autoFocus={autoFocus ?? false}
      onChange={(picked: unknown) => onChange(picked ?? null)}
    />
  );
}

function ChoiceFilter({ id, name, field, values, onChange, coded }: FilterProps & Coded) {
  const value = values[name];
  const keys = useFilterKeys();
  return (
    <Select
      id={id}
      mode="multiple"
      open={keys.open}
      onOpenChange={keys.setOpen}
      onInputKeyDown={keys.keyDown}
      onFocus={() => void readyPinyin()}
      allowClear
      maxTagCount="responsive"
      placeholder="全部"
      showSearch={byName}
      value={value === undefined ? [] : [value].flat()}
      options={codesOf(field, coded)}
      onChange={(picked: unknown[]) => {
        keys.picked();
        onChange({ [name]: picked.length === 0 ? undefined : picked });
      }}
    />
  );
}

// What the record has already keeps its name, also when nobody may choose it now.
function offeredOf(field: Field, { coded, value }: Coded & { value: unknown }) {
  return codesOf(field, coded).filter((one) => one.value === value || field.withheld?.[one.value] === undefined);
}

/** How a choice is searched: by a part of its words, or by their pinyin. */
export const byName = {
  filterOption: (typed: string, option?: { label?: ReactNode }) => answersTo(String(option?.label ?? ''), typed),
};

/** The codes of a field as options of a select. */
export function codesOf(
  field: Field,
  coded: (code: string) => string | number,
): { value: string | number; label: string }[] {
  return Object.entries(field.choices ?? {}).map(([code, label]) => ({ value: coded(code), label }));
}
