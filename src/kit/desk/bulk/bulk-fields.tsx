import { Checkbox } from 'antd';
import { useId } from 'react';
import type { Fields } from '#contract/kit/field.ts';
import { isGiven } from '#contract/kit/given.ts';
import type { Values } from '#src/engine/row.ts';
import { FieldRow } from '../field-row.tsx';
import styles from './bulk.module.css';

/** What is to be written into many records: only what is ticked, and nothing where it is ticked and empty. */
export interface Written {
  readonly picked: ReadonlySet<string>;
  readonly values: Values;
}

interface BulkFieldsProps {
  fields: Fields;
  written: Written;
  errors: Readonly<Record<string, string>>;
  disabled: boolean;
  onChange(written: Written): void;
}

/** The fields that may be changed of many: one is ticked, then filled in. */
export function BulkFields({ fields, written, errors, disabled, onChange }: BulkFieldsProps) {
  const id = useId();
  const { picked, values } = written;
  const pick = (name: string, on: boolean) => {
    const next = new Set(picked);
    if (on) next.add(name);
    else next.delete(name);
    onChange({ picked: next, values });
  };
  return (
    <div className={styles.picks}>
      {Object.entries(fields).map(([name, field]) => (
        <div key={name} className={styles.pick}>
          <Checkbox
            aria-label={`修改${field.label}`}
            checked={picked.has(name)}
            disabled={disabled}
            onChange={(event) => pick(name, event.target.checked)}
          />
          <div>
            <FieldRow
              id={`${id}-${name}`}
              name={name}
              field={field}
              values={values}
              onChange={(changed, value, shown) =>
                onChange({ picked, values: { ...values, [changed]: value, ...shown } })
              }
              error={errors[name]}
              disabled={disabled || !picked.has(name)}
            />
            {picked.has(name) && field.required !== true && !isGiven(values[name]) && (
              <p className="desk-hint">留空则清空</p>
            )}
          </div>
        </div>
      ))}
    </div>
  );
}
