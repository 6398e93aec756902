import { Link } from 'react-router-dom';
import { type StillGoods, stillDays } from '#contract/areas/shell/dashboard.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { ahead } from './ahead.ts';
import { figure } from './moves.ts';
import styles from './waiting.module.css';

/** Of the goods that stand still those that tie up most. */
export function StillList({ goods }: { goods: readonly StillGoods[] }) {
  if (goods.length === 0) return null;
  const priced = goods.some(({ amount }) => amount !== null);
  return (
    <table className={styles.still}>
      <caption>{`呆滞最多的 ${goods.length} 个（${stillDays} 天没有出入库）`}</caption>
      <thead>
        <tr>
          <th scope="col">货品</th>
          <th scope="col">仓库</th>
          <th scope="col" className={styles.amount}>
            数量
          </th>
          {priced && (
            <th scope="col" className={styles.amount}>
              成本金额
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {goods.map(({ sku_no, name, warehouse, qty, amount, url }) => (
          <tr key={url}>
            <td>
              <Link to={url} {...ahead(url)}>
                {sku_no} {name}
              </Link>
            </td>
            <td>{warehouse}</td>
            <td className={styles.amount}>{figure(qty)}</td>
            {priced && <td className={styles.amount}>{amount === null ? '' : printYuan(amount)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
