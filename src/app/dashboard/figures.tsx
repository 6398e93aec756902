import { Link } from 'react-router-dom';
import { type DashboardAnswer, type StockAlertKind, salesDays, stillDays } from '#contract/areas/shell/dashboard.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { ahead } from './ahead.ts';
import styles from './dashboard.module.css';
import { figure } from './moves.ts';

/** How stock stands: nothing left, overdrawn, standing still, expiring soon. */
export function StockFigures({ answer }: { answer: Pick<DashboardAnswer, 'stock_alerts' | 'expire_count'> }) {
  const { stock_alerts: alerts, expire_count: expiring } = answer;
  return (
    <ul className={styles.figures}>
      {alerts?.map(({ kind, count, amount, url }) => (
        <li key={kind}>
          <Link to={url} {...ahead(url)} data-quiet={count === 0 || undefined}>
            <b data-bad={(kind === 'negative' && count > 0) || undefined}>
              {amount === null ? figure(count) : printYuan(amount)}
            </b>
            <span className={styles.of}>{alertWords[kind].name}</span>
            <span
              className={styles.note}
            >{`${amount === null ? '' : `${figure(count)} `}${alertWords[kind].note}`}</span>
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

/** What was sold today and in the last days, each a way into the list of those orders. */
export function SalesFigures({ sales: { today, recent } }: { sales: NonNullable<DashboardAnswer['sales']> }) {
  const shown = [
    { name: '今日销售', ...today },
    { name: `近 ${salesDays} 天销售`, ...recent },
  ];
  return (
    <ul className={`${styles.figures} ${styles.wide}`}>
      {shown.map(({ name, orders, amount, url }) => (
        <li key={name}>
          <Link to={url} {...ahead(url)} data-quiet={orders === 0 || undefined}>
            <b data-bad={amount < 0 || undefined}>{printYuan(amount)}</b>
            <span className={styles.of}>{name}</span>
            <span className={styles.note}>{figure(orders)} 单，已扣退款</span>
          </Link>
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
