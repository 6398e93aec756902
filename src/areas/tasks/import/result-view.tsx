import type { ImportFigures, ImportResult } from '#contract/areas/tasks/imports.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import styles from './import.module.css';
import { RemarkTable } from './remark-table.tsx';

/** What came of an import or would: what is added, what the options did, the months, and everything worth a word. */
export function ResultView({ result, onSave }: { result: ImportResult; onSave: (() => void) | undefined }) {
  const { facts, months, counts } = result;
  return (
    <>
      {facts.length > 0 && (
        <section className={styles.card} aria-label="结果">
          <dl className={styles.facts}>
            {facts.map(({ label, value }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {months.length > 0 && <Months months={months} />}
      {counts.length > 0 && <RemarkTable result={result} onSave={onSave} />}
    </>
  );
}

function Months({ months }: Pick<ImportResult, 'months'>) {
  return (
    <section className={styles.card} aria-label="按业务月份">
      <header className={styles.head}>
        <h2>按业务月份</h2>
        <span className="desk-hint">件数 / 金额（元）；前四列相加即文件</span>
      </header>
      <div className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              {['月份', '销售', '退货', '此前已导入', '未导入', '文件'].map((words) => (
                <th key={words} scope="col" className={words === '月份' ? undefined : styles.figure}>
                  {words}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {months.map(({ month, sold, returned, there, refused, file }) => (
              <tr key={month ?? ''}>
                <th scope="row">{month ?? '无法读取'}</th>
                <Figure of={sold} />
                <Figure of={returned} />
                <Figure of={there} />
                <Figure of={refused} />
                <Figure of={file} />
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Figure({ of: { rows, pieces, amount } }: { of: ImportFigures }) {
  return (
    <td className={styles.figure}>
      {rows === 0 ? (
        <span className="desk-hint">—</span>
      ) : (
        <>
          {grouped(pieces)} <span className="desk-hint">/ {printYuan(amount)}</span>
        </>
      )}
    </td>
  );
}
