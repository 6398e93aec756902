import { Button, Select } from 'antd';
import { useState } from 'react';
import type { ColumnKey, ImportColumn } from '#contract/areas/tasks/import-column.ts';
import { isRequired, type Mapping } from '#contract/areas/tasks/import-columns.ts';
import type { ImportKind, ImportStart } from '#contract/areas/tasks/imports.ts';
import styles from './import.module.css';

interface ColumnTableProps {
  kind: ImportKind;
  sheet: ImportStart;
  mapping: Mapping;
  held: boolean;
  onMapping(mapping: Mapping): void;
}

/** Rows that are folded away at least: fewer are no relief. */
const worthFolding = 3;

/** Which column of the sheet is which. What the sheet seems to lack and may lack is folded away until asked for. */
export function ColumnTable({ kind, sheet, mapping, held, onMapping }: ColumnTableProps) {
  const { columns } = kind.form;
  const [open, setOpen] = useState(false);
  // By the guess, not by what is chosen now: no row goes away under anybody's hands.
  const lacking = columns.filter(
    (column) => sheet.mapping[column.key] === undefined && mapping[column.key] === undefined && !isRequired(column, {}),
  );
  const folded = !open && lacking.length >= worthFolding ? new Set(lacking) : new Set<ImportColumn>();
  const used = new Set(Object.values(mapping));
  const unused = sheet.heading.filter((_heading, index) => !used.has(index));
  const choose = (key: ColumnKey, index: number | undefined) => {
    // A column is one thing: whoever has it lets go of it.
    const others = Object.entries(mapping).filter(([one, place]) => one !== key && place !== index);
    onMapping({ ...Object.fromEntries(others), ...(index === undefined ? {} : { [key]: index }) });
  };
  return (
    <>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">列</th>
            <th scope="col">文件中的列</th>
            <th scope="col">前几行</th>
          </tr>
        </thead>
        <tbody>
          {columns
            .filter((column) => !folded.has(column))
            .map((column) => (
              <ColumnRow
                key={column.key}
                column={column}
                sheet={sheet}
                required={isRequired(column, mapping)}
                place={mapping[column.key]}
                held={held}
                onChoose={(index) => choose(column.key, index)}
              />
            ))}
        </tbody>
      </table>
      {(folded.size > 0 || unused.length > 0) && (
        <p className={styles.rest}>
          {folded.size > 0 && (
            <Button size="small" aria-expanded={false} onClick={() => setOpen(true)}>
              文件中没有的 {folded.size} 项
            </Button>
          )}
          {unused.length > 0 && (
            <span className="desk-hint">
              没有用到文件中的：{unused.map((heading) => heading || '（无表头）').join('、')}
            </span>
          )}
        </p>
      )}
    </>
  );
}

interface ColumnRowProps {
  column: ImportColumn;
  sheet: ImportStart;
  required: boolean;
  place: number | undefined;
  held: boolean;
  onChoose(index: number | undefined): void;
}

function ColumnRow({ column: { label }, sheet, required, place, held, onChoose }: ColumnRowProps) {
  const choices = sheet.heading.map((heading, index) => ({ value: index, label: heading || `第 ${index + 1} 列` }));
  return (
    <tr>
      <th scope="row">
        {label}
        {required && <span className={styles.required}>必填</span>}
      </th>
      <td>
        <Select
          className={styles.select ?? ''}
          aria-label={`${label}在文件中的列`}
          allowClear
          disabled={held}
          showSearch={{ optionFilterProp: 'label' }}
          placeholder={required ? '请选择' : '没有这一列'}
          value={place}
          options={choices}
          onChange={(index: number | undefined) => onChoose(index)}
        />
      </td>
      <td className={styles.sample}>{place === undefined ? '' : samples(sheet, place)}</td>
    </tr>
  );
}

function samples({ rows }: ImportStart, place: number): string {
  return rows
    .slice(0, 3)
    .map((row) => row[place] ?? '')
    .filter((cell) => cell !== '')
    .join(' · ');
}
