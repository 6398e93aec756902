import { Radio } from 'antd';
import { memo } from 'react';
import type { Field } from '#contract/kit/field.ts';
import styles from '../tasks.module.css';

interface AllRadiosProps {
  id: string;
  name: string;
  field: Field;
  value: unknown;
  disabled: boolean;
  onChange(name: string, value: number): void;
}

/** Is one of the field's own choices all of them? Such a field always has a value, and its few choices stand side by side. */
export const hasAllOfItsOwn = ({ kind, choices }: Field): boolean => !kind.many && choices?.[0] === '全部';

/** A choice whose code 0 is all: the in-transit radio of specification §4 (0 all, 1 yes, 2 no). */
export const AllRadios = memo(function AllRadios({ id, name, field, value, disabled, onChange }: AllRadiosProps) {
  return (
    <div className="desk-field" data-field={name}>
      <span id={`${id}-label`} className={styles.label}>
        {field.label}
      </span>
      <Radio.Group
        aria-labelledby={`${id}-label`}
        options={Object.entries(field.choices ?? {}).map(([code, label]) => ({ value: Number(code), label }))}
        value={value ?? 0}
        disabled={disabled}
        onChange={(event) => onChange(name, Number(event.target.value))}
      />
    </div>
  );
});
