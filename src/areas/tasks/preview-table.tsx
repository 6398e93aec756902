import { Input, Select } from 'antd';
import { useState } from 'react';
import { grouped } from '#contract/kit/kinds/number.ts';
import { EmptyFace, LoadingFace } from '#src/kit/desk/faces.tsx';
import type { TableView } from '#workers/table-view.ts';
import styles from './preview.module.css';
import { type PreviewFilter, shownRows, usePreviewLook } from './preview-look.ts';

/** The first rows of a file, how many there are, and a search over all of them. */
export function PreviewTable({ file, label }: { file: Blob; label: string }) {
  const [filter, setFilter] = useState<PreviewFilter>({ column: null, text: '' });
  const { view, reading, problem } = usePreviewLook(file, filter);
  if (problem !== null) return <EmptyFace words={problem} />;
  return (
    <>
      <div className={styles.tools}>
        <Select<number>
          style={{ inlineSize: 180 }}
          aria-label="筛选列"
          showSearch={{ optionFilterProp: 'label' }}
          popupMatchSelectWidth={false}
          value={filter.column ?? anyColumn}
          options={[{ value: anyColumn, label: '全部列' }, ...columnsOf(view)]}
          onChange={(column) => setFilter({ ...filter, column: column === anyColumn ? null : column })}
        />
        <Input
          style={{ inlineSize: 220 }}
          aria-label="包含的内容"
          placeholder="包含"
          allowClear
          value={filter.text}
          onChange={(event) => setFilter({ ...filter, text: event.target.value })}
        />
        <p className={styles.counts} role="status">
          {reading === null
            ? view && <Counts view={view} filtered={filter.text.trim() !== ''} />
            : readingWords(reading)}
        </p>
      </div>
      {view === null ? <LoadingFace /> : <Rows view={view} label={label} />}
    </>
  );
}

function Rows({ view, label }: { view: TableView; label: string }) {
  return (
    // Scrolled by keyboard too, so it takes the focus.
    <section className={styles.frame} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              序号
            </th>
            {columnsOf(view).map((column) => (
              <th key={column.value} scope="col">
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {view.rows.map((row, at) => (
            <tr key={at}>
              <td className={styles.number}>{at + 1}</td>
              {columnsOf(view).map((column) => (
                <td key={column.value} title={row[column.value]}>
                  {row[column.value]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {view.rows.length === 0 && <EmptyFace />}
    </section>
  );
}

function Counts({ view, filtered }: { view: TableView; filtered: boolean }) {
  return (
    <>
      <span>共 {grouped(view.rowCount)} 行</span>
      <span>{grouped(view.columnCount)} 列</span>
      {filtered && <span>匹配 {grouped(view.matched)} 行</span>}
      {view.matched > shownRows && <span>显示前 {shownRows} 行</span>}
    </>
  );
}

const readingWords = (rows: number): string => (rows === 0 ? '正在读取' : `已读取 ${grouped(rows)} 行`);

function columnsOf(view: TableView | null): { value: number; label: string }[] {
  return Array.from({ length: view?.columnCount ?? 0 }, (_, at) => ({
    value: at,
    label: view?.headings[at] || `第 ${at + 1} 列`,
  }));
}

/** The entry of the select that stands for no column of its own. */
const anyColumn = -1;
