import { Link } from 'react-router-dom';
import {
  type DashboardAnswer,
  type StockAlertKind,
  salesDays,
  stillDays,
  type WorkKind,
  workKinds,
} from '#contract/areas/shell/dashboard.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { StateTag } from '#src/kit/state-tag.tsx';
import { preload } from '../routing/router.tsx';
import styles from './dashboard.module.css';
import { figure } from './moves.ts';

/** What waits for this person, each a way into the list that shows it. */
export function Todos({ todo, at }: Pick<DashboardAnswer, 'todo' | 'at'>) {
  if (todo.length === 0) return <p className={styles.quiet}>没有等您处理的单据</p>;
  return workKinds
    .map((kind) => ({ kind, own: todo.filter((one) => one.kind === kind) }))
    .filter(({ own }) => own.length > 0)
    .map(({ kind, own }) => (
      <section key={kind} className={styles.work} aria-label={workWords[kind]}>
        <h3>
          {workWords[kind]} <span>{figure(own.reduce((sum, { count }) => sum + count, 0))}</span>
        </h3>
        <ul className={styles.figures}>
          {own.map(({ doc, label, status, state, steps, count, oldest, url }) => (
            <li key={`${doc} ${status}`}>
              <Link to={url} {...ahead(url)} data-quiet={kind === 'draft' || undefined}>
                <b>{figure(count)}</b>
                <span className={styles.of}>{label}</span>
                <span className={styles.note}>
                  <StateTag tone={state.tone}>{state.label}</StateTag> 待我{steps.join('、')}
                  {waited(oldest, at)}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      </section>
    ));
}

const workWords: Readonly<Record<WorkKind, string>> = {
  judge: '待我审核',
  returned: '被退回',
  do: '待我办理',
  draft: '我的草稿',
};

/** How long the oldest has lain, from the second day on. */
function waited(oldest: string, at: string): string {
  const days = Math.floor((Date.parse(at) - Date.parse(oldest)) / 86_400_000);
  return days > 0 ? `，最久 ${figure(days)} 天` : '';
}

/** How stock stands: nothing left, overdrawn, standing still, expiring soon. */
export function StockFigures({ answer }: { answer: DashboardAnswer }) {
  const { stock_alerts: alerts, expire_count: expiring } = answer;
  return (
    <ul className={styles.figures}>
      {alerts?.map(({ kind, count, url }) => (
        <li key={kind}>
          <Link to={url} {...ahead(url)} data-quiet={count === 0 || undefined}>
            <b data-bad={(kind === 'negative' && count > 0) || undefined}>{figure(count)}</b>
            <span className={styles.of}>{alertWords[kind].name}</span>
            <span className={styles.note}>{alertWords[kind].note}</span>
          </Link>
        </li>
      ))}
      {expiring !== null && (
        <li>
          <button type="button" popoverTarget="expiring" data-quiet={expiring === 0 || undefined}>
            <b>{figure(expiring)}</b>
            <span className={styles.of}>临期商品</span>
            <span className={styles.note}>提醒天数内到期</span>
          </button>
        </li>
      )}
    </ul>
  );
}

/** What was sold today and in the last days; there is no list behind it yet. */
export function SalesFigures({ sales: { today, recent } }: { sales: NonNullable<DashboardAnswer['sales']> }) {
  const shown = [
    { name: '今日销售', ...today },
    { name: `近 ${salesDays} 天销售`, ...recent },
  ];
  return (
    <ul className={`${styles.figures} ${styles.wide}`}>
      {shown.map(({ name, orders, amount }) => (
        <li key={name}>
          <div>
            <b data-bad={amount < 0 || undefined}>{printYuan(amount)}</b>
            <span className={styles.of}>{name}</span>
            <span className={styles.note}>{figure(orders)} 单，已扣退款</span>
          </div>
        </li>
      ))}
    </ul>
  );
}

const alertWords: Readonly<Record<StockAlertKind, { name: string; note: string }>> = {
  empty: { name: '零库存', note: '仓库里已经没有' },
  negative: { name: '可用为负', note: '锁定多于实物' },
  still: { name: '呆滞库存', note: `个货品仓，${stillDays} 天没有出入库` },
};

function ahead(url: string) {
  const path = url.split('?')[0] ?? '';
  return { onPointerEnter: () => preload(path), onFocus: () => preload(path) };
}
