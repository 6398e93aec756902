import { Button, Input, Select } from 'antd';
import { useState } from 'react';
import { type ImportRemark, type ImportResult, remarksShown } from '#contract/areas/tasks/imports.ts';
import styles from './import.module.css';

/** Rows that are drawn at once: enough to look through; the file has all. */
const drawn = 200;

/** Every row that was not taken and every thing that was changed: filtered by reason and words, and as a file. */
export function RemarkTable({ result, onSave }: { result: ImportResult; onSave: (() => void) | undefined }) {
  const [what, setWhat] = useState<string | undefined>();
  const [words, setWords] = useState('');
  const { counts, remarks } = result;
  const total = counts.reduce((sum, one) => sum + one.rows, 0);
  const found = remarks.filter((one) => (what === undefined || one.what === what) && says(one, words.trim()));
  const shown = found.slice(0, drawn);
  return (
    <section className={styles.card} aria-label="说明">
      <header className={styles.head}>
        <h2>逐行说明</h2>
        <span className="desk-hint">
          共 {total.toLocaleString('zh-CN')} 条
          {total > remarksShown && `，此处为前 ${remarksShown.toLocaleString('zh-CN')} 条`}
          {total > remarksShown && onSave && '，全部见文件'}
        </span>
        <div className={styles.tools}>
          <Select
            className={styles.select ?? ''}
            aria-label="原因"
            allowClear
            placeholder="全部原因"
            value={what}
            options={counts.map((one) => ({
              value: one.what,
              label: `${one.what}（${one.rows.toLocaleString('zh-CN')}）`,
            }))}
            onChange={(value: string | undefined) => setWhat(value)}
          />
          <Input
            className={styles.search ?? ''}
            aria-label="按编码或说明筛选"
            allowClear
            placeholder="编码或说明"
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
          {onSave && <Button onClick={onSave}>下载全部</Button>}
        </div>
      </header>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col" className={styles.figure}>
                行号
              </th>
              <th scope="col">编码</th>
              <th scope="col">原因</th>
              <th scope="col">说明</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((one, index) => (
              <tr key={`${one.row ?? ''}/${one.code}/${index}`}>
                <td className={styles.figure}>{one.row ?? '—'}</td>
                <td>{one.code}</td>
                <td>{one.what}</td>
                <td>{one.detail === one.what ? '' : one.detail}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {shown.length === 0 && <p className="desk-empty">没有符合的行</p>}
        {found.length > drawn && (
          <p className="desk-hint">
            另有 {found.length - drawn} 条，请缩小范围{onSave && '或下载文件'}
          </p>
        )}
      </div>
    </section>
  );
}

function says({ row, code, detail, what }: ImportRemark, words: string): boolean {
  return words === '' || [String(row ?? ''), code, detail, what].some((text) => text.includes(words));
}
