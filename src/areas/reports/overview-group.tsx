import { Link } from 'react-router-dom';
import type { OverviewShare } from '#contract/areas/reports/overview.ts';
import { printMoney } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import styles from './overview.module.css';

interface OverviewGroupProps {
  label: string;
  rows: readonly OverviewShare[];
  /** Where what one of them is made of is listed. */
  at(value: number | string | null): string;
}

/** Those of a group that sold most, each with a bar as long as its share of the first. */
export function OverviewGroupBlock({ label, rows, at }: OverviewGroupProps) {
  const most = Math.max(1, ...rows.map(({ sale_amount: amount }) => amount));
  return (
    <section className={styles.block}>
      <h2>{label}</h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{label}</th>
            <th scope="col">销售额</th>
            <th scope="col">件数</th>
            <th scope="col">售罄率</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ value, title, sale_amount: amount, sale_qty: qty, sold_bp: sold }) => (
            <tr key={String(value)}>
              <th scope="row">
                <Link to={at(value)}>{title}</Link>
                <progress aria-hidden="true" max={most} value={Math.max(0, amount)} />
              </th>
              <td>{printMoney(amount)}</td>
              <td>{grouped(qty)}</td>
              <td>{`${(sold / 100).toFixed(1)}%`}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length === 0 && <p className={styles.note}>暂无销售</p>}
    </section>
  );
}
