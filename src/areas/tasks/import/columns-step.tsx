import { Button, Select } from 'antd';
import { type ColumnKey, importForms, type Mapping, missingColumns } from '#contract/areas/tasks/import-columns.ts';
import {
  type ImportKind,
  type ImportOptions,
  type ImportStart,
  importOptionFields,
} from '#contract/areas/tasks/imports.ts';
import type { Field } from '#contract/kit/field.ts';
import type { Values } from '#src/engine/row.ts';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import styles from './import.module.css';

interface ColumnsStepProps {
  kind: ImportKind;
  sheet: ImportStart;
  mapping: Mapping;
  options: ImportOptions;
  running: boolean;
  onMapping(mapping: Mapping): void;
  onOptions(options: ImportOptions): void;
  onBack(): void;
  onNext(): void;
}

/** 对应列: which column of the sheet is which, guessed and changeable, and how the sheet is to be read. */
export function ColumnsStep(props: ColumnsStepProps) {
  const { kind, sheet, mapping, options, running, onBack, onNext } = props;
  const missing = missingColumns(importForms[kind.type], mapping);
  const lacks = kind.options.filter((name) => fieldOf(name).required && options[name] === undefined);
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
          {kind.options.map((name) => (
            <FieldRow
              key={name}
              id={`import-${name}`}
              name={name}
              field={fieldOf(name)}
              values={options as Values}
              onChange={(field, value) => props.onOptions({ ...options, [field]: value ?? undefined })}
            />
          ))}
        </div>
      </section>
      <footer className={styles.foot}>
        <Button onClick={onBack}>上一步</Button>
        <Button type="primary" loading={running} disabled={words.length > 0} onClick={onNext}>
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

function ColumnTable({ kind, sheet, mapping, onMapping }: ColumnsStepProps) {
  const choices = sheet.heading.map((heading, index) => ({ value: index, label: heading || `第 ${index + 1} 列` }));
  const choose = (key: ColumnKey, index: number | undefined) => {
    // A column is one thing: whoever has it lets go of it.
    const others = Object.entries(mapping).filter(([one, place]) => one !== key && place !== index);
    onMapping({ ...Object.fromEntries(others), ...(index === undefined ? {} : { [key]: index }) });
  };
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">列</th>
          <th scope="col">文件中的列</th>
          <th scope="col">前几行</th>
        </tr>
      </thead>
      <tbody>
        {importForms[kind.type].columns.map(({ key, label, required }) => {
          const place = mapping[key];
          return (
            <tr key={key}>
              <th scope="row">
                {label}
                {required && <span className={styles.required}>必填</span>}
              </th>
              <td>
                <Select
                  className={styles.select ?? ''}
                  aria-label={`${label}在文件中的列`}
                  allowClear
                  showSearch={{ optionFilterProp: 'label' }}
                  placeholder={required ? '请选择' : '没有这一列'}
                  value={place}
                  options={choices}
                  onChange={(index: number | undefined) => choose(key, index)}
                />
              </td>
              <td className={styles.sample}>{place === undefined ? '' : samples(sheet, place)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function samples({ rows }: ImportStart, place: number): string {
  return rows
    .slice(0, 3)
    .map((row) => row[place] ?? '')
    .filter((cell) => cell !== '')
    .join(' · ');
}
