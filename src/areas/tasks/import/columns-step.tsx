import { Button } from 'antd';
import { type Mapping, missingColumns } from '#contract/areas/tasks/import-columns.ts';
import {
  type ImportKind,
  type ImportOptions,
  type ImportStart,
  importOptionFields,
} from '#contract/areas/tasks/imports.ts';
import type { Field } from '#contract/kit/field.ts';
import type { Values } from '#src/engine/row.ts';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { ColumnTable } from './column-table.tsx';
import styles from './import.module.css';

interface ColumnsStepProps {
  kind: ImportKind;
  sheet: ImportStart;
  mapping: Mapping;
  options: ImportOptions;
  running: boolean;
  /** Nobody knows what became of the rehearsal: it is asked again or given up first, as it was. */
  held: boolean;
  onMapping(mapping: Mapping): void;
  onOptions(options: ImportOptions): void;
  onBack(): void;
  onNext(): void;
}

/** 对应列: which column of the sheet is which, guessed and changeable, and how the sheet is to be read. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { kind, sheet, mapping, options, running, held, onBack, onNext } = props;
  const missing = missingColumns(kind.form, mapping);
  const lacks = sheet.options.filter((name) => fieldOf(name).required === true && options[name] === undefined);
  const words = [...missing.map(({ label }) => label), ...lacks.map((name) => fieldOf(name).label)];
  return (
    <div className={styles.step}>
      <section className={styles.card} aria-label="对应列">
        <header className={styles.head}>
          <h2>对应列</h2>
          <span className="desk-hint">{sheet.name}</span>
        </header>
        <ColumnTable {...props} />
      </section>
      <section className={styles.card} aria-label="选项">
        <h2>选项</h2>
        <div className={styles.options}>
          {sheet.options.map((name) => (
            <FieldRow
              key={name}
              id={`import-${name}`}
              name={name}
              field={fieldOf(name)}
              values={options as Values}
              disabled={held}
              onChange={(field, value) => props.onOptions({ ...options, [field]: value ?? undefined })}
            />
          ))}
        </div>
      </section>
      <footer className={styles.foot}>
        <Button disabled={held} onClick={onBack}>
          上一步
        </Button>
        <Button type="primary" loading={running} disabled={held || words.length > 0} onClick={onNext}>
          试运行
        </Button>
        {words.length > 0 && (
          <span className={styles.wrong} role="status">
            还缺：{words.join('、')}
          </span>
        )}
      </footer>
    </div>
  );
}

const fieldOf = (name: keyof ImportOptions): Field => importOptionFields[name] as Field;
