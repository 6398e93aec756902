import { useState } from 'react';
import { type ExpiringGoods, expiringExportCall, expiringFileName } from '#contract/areas/shell/expiring.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { copy } from '#src/kit/copy.ts';
import { toast } from '#src/kit/notice.ts';
import { saveFile } from '#src/platform/save-file.ts';
import { savedAs } from '#src/wire/file-name.ts';
import { useApp } from '../app-context.tsx';
import frame from '../office/office-frame.module.css';
import sheet from '../office/top-sheet.module.css';
import styles from './expiring.module.css';
import { type ExpiringToday, expiringQuestion, useExpiring } from './expiring-today.ts';

/** The count of goods that expire soon in the top bar, and the popover that lists them (specification §1, §2). */
export function Expiring({ uid }: { uid: number }) {
  const { today, failed, reload } = useExpiring(uid);
  const [open, setOpen] = useState(false);
  const count = today?.total ?? 0;
  return (
    <>
      <button
        type="button"
        className={`${frame.tool} ${styles.tool}`}
        popoverTarget="expiring"
        aria-expanded={open}
        aria-label={count > 0 ? `临期商品 ${count} 条` : '临期商品'}
        title="临期商品"
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M5.5 3h9M5.5 17h9M7 3v3l3 4-3 4v3M13 3v3l-3 4 3 4v3" />
        </svg>
        {count > 0 && <span className={`${sheet.count} ${styles.count}`}>{count > 999 ? '999+' : count}</span>}
      </button>
      <section
        id="expiring"
        className={styles.sheet}
        popover="auto"
        aria-label="临期商品"
        onToggle={(event) => setOpen(event.newState === 'open')}
      >
        {open && (
          <>
            <Head today={today} reload={reload} />
            <Body today={today} failed={failed} />
          </>
        )}
      </section>
    </>
  );
}

function Head({ today, reload }: { today: ExpiringToday | undefined; reload(): void }) {
  const { services } = useApp();
  const [saving, setSaving] = useState(false);
  const some = today !== undefined && today.total > 0;
  const save = async () => {
    if (!today) return;
    setSaving(true);
    const sent = await services.wire.file(expiringExportCall, { ...expiringQuestion(today.days), export: 1 });
    setSaving(false);
    if (sent.ok) saveFile(sent.value.blob, savedAs(expiringFileName, sent.value.name));
    else toast(wordsOf(sent.failure), 'bad');
  };
  return (
    <header className={sheet.head}>
      <h2>临期商品</h2>
      <p>{today && spanOf(today)}</p>
      <button type="button" className={sheet.plain} onClick={reload}>
        刷新
      </button>
      {some && (
        <>
          <button
            type="button"
            className={sheet.plain}
            onClick={() => void copy([...new Set(today.list.map((row) => row.sku_no))].join('\n'))}
          >
            复制SKU
          </button>
          <button type="button" className={sheet.plain} disabled={saving} onClick={() => void save()}>
            导出
          </button>
        </>
      )}
    </header>
  );
}

function Body({ today, failed }: { today: ExpiringToday | undefined; failed: boolean }) {
  if (!today)
    return (
      <p className={styles.note} role="status">
        {failed ? '没有取到，请刷新' : '加载中...'}
      </p>
    );
  if (today.list.length === 0) return <p className={styles.note}>暂无数据</p>;
  return (
    <>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label="临期商品列表">
        <table>
          <thead>
            <tr>
              <th scope="col">商品名称</th>
              <th scope="col">到期日期</th>
              <th scope="col">SKU编码</th>
              <th scope="col">仓库</th>
              <th scope="col" className={styles.figure}>
                数量
              </th>
            </tr>
          </thead>
          <tbody>
            {today.list.map((row) => (
              <Goods key={`${row.warehouse_name} ${row.sku_no} ${row.expire_at}`} row={row} now={today.day} />
            ))}
          </tbody>
        </table>
      </div>
      {today.total > today.list.length && <p className={styles.note}>只列出前 {today.list.length} 条，全部请导出</p>}
    </>
  );
}

function Goods({ row, now }: { row: ExpiringGoods; now: string }) {
  const left = daysBetween(now, row.expire_at);
  return (
    <tr>
      <th scope="row" title={row.spu_name}>
        {row.spu_name}
      </th>
      <td className={styles.day}>
        {row.expire_at} <span data-tone={left < 0 ? 'over' : 'soon'}>{leftWords(left)}</span>
      </td>
      <td>{row.sku_no}</td>
      <td title={row.warehouse_name}>{row.warehouse_name}</td>
      <td className={styles.figure}>{row.qty.toLocaleString('zh-CN')}</td>
    </tr>
  );
}

function spanOf({ days, total }: ExpiringToday): string {
  if (days.length === 0) return '未设提醒';
  const most = Math.max(...days);
  return `${most === 0 ? '今天' : `${most} 天内`}到期，共 ${total.toLocaleString('zh-CN')} 条`;
}

function leftWords(left: number): string {
  if (left < 0) return `已过期 ${-left} 天`;
  return left === 0 ? '今天到期' : `剩 ${left} 天`;
}

/** Business days from one to the other. */
function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
}
