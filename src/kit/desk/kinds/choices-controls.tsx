import { Select } from 'antd';
import type { Field } from '#contract/kit/field.ts';
import { meansAll } from '#contract/kit/kinds/choice.ts';
import { readyPinyin } from '#src/engine/answers-to.ts';
import type { Controls, InputProps } from '../kind-renderer.ts';
import { byName, choiceControls, codesOf, wordControls } from './choice-controls.tsx';

/** Several codes of an enumeration; all of them is an entry of its own (specification §5, "all" value 0). */
export const choicesControls: Controls = {
  Input: (props) => <ChoicesInput {...props} coded={Number} />,
  Filter: choiceControls.Filter,
};

/** Several words of an enumeration. */
export const wordsControls: Controls = {
  Input: (props) => <ChoicesInput {...props} coded={String} />,
  Filter: wordControls.Filter,
};

type Code = string | number;

function ChoicesInput({
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
}: InputProps & { coded(code: string): Code }) {
  const all = coded('0');
  const hasAll = !hasOwnZero(field);
  const chosen = Array.isArray(value) ? (value as Code[]) : [];
  const isAll = hasAll && chosen.length > 0 && meansAll(field, chosen);
  const codes = codesOf(field, coded).map((option) => ({ ...option, disabled: isAll }));
  return (
    <Select<Code[]>
      id={id}
      mode="multiple"
      allowClear
      maxTagCount="responsive"
      onFocus={() => void readyPinyin()}
      showSearch={byName}
      // Where 0 is a code like the others, all of them is the empty list.
      placeholder={hasAll ? '请选择' : '全部'}
      value={chosen}
      options={hasAll ? [{ value: all, label: '全部' }, ...codes] : codes}
      disabled={disabled ?? false}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid}
      aria-describedby={describedBy}
      aria-label={label}
      aria-required={field.required === true}
      autoFocus={autoFocus ?? false}
      onChange={(picked) => onChange(hasAll && picked.includes(all) ? [all] : picked)}
    />
  );
}

function hasOwnZero(field: Field): boolean {
  return field.choices?.[0] !== undefined;
}
