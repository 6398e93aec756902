import { billLinkPage, type LinkedBill } from '#contract/areas/settlement/bill-link-calls.ts';
import { settleItemTypes } from '#contract/areas/settlement/settle-enums.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import styles from './supplier-bill.module.css';

interface LinesProps {
  bill: LinkedBill;
  page: number;
  onPage(page: number): void;
  /** Lines that he does not agree with. */
  marked: ReadonlySet<number>;
  onMark: ((id: number) => void) | undefined;
}

/** The lines of the bill, a page at a time; those that are wrong are marked where they stand. */
export function BillLines({ bill, page, onPage, marked, onMark }: LinesProps) {
  const pages = Math.max(1, Math.ceil(bill.line_count / billLinkPage));
  return (
    <section className={styles.lines} aria-label="对账明细">
      <h2>{`对账明细 共 ${grouped(bill.line_count)} 条`}</h2>
      <div className={styles.scroll}>
        <table>
          <thead>
            <tr>
              {onMark && <th scope="col">有异议</th>}
              {columns.map((name) => (
                <th scope="col" key={name}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {bill.lines.map((line) => (
              <tr key={line.id}>
                {onMark && (
                  <td>
                    <input
                      type="checkbox"
                      aria-label={`${line.source_no} ${line.sku_no} 有异议`}
                      checked={marked.has(line.id)}
                      onChange={() => onMark(line.id)}
                    />
                  </td>
                )}
                <td>{line.occur_date}</td>
                <td>{line.source_no}</td>
                <td>{settleItemTypes[line.item_type as keyof typeof settleItemTypes]}</td>
                <td>{`${line.sku_no ?? ''} ${line.sku_name ?? ''}`}</td>
                <td className={styles.figure}>{grouped(line.qty)}</td>
                <td className={styles.figure}>{printYuan(line.price)}</td>
                <td className={styles.figure}>{printYuan(line.amount)}</td>
                <td className={styles.figure}>
                  {line.adjust_amount === 0 ? '' : printYuan(line.adjust_amount)}
                  {line.adjust_reason && <small>{line.adjust_reason}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <nav className={styles.pages} aria-label="翻页">
          <button type="button" className="button-plain" disabled={page === 1} onClick={() => onPage(page - 1)}>
            上一页
          </button>
          <span>{`${page} / ${pages}`}</span>
          <button type="button" className="button-plain" disabled={page === pages} onClick={() => onPage(page + 1)}>
            下一页
          </button>
        </nav>
      )}
    </section>
  );
}

const columns = ['发生日期', '来源单号', '项目', '货品', '数量', '单价', '金额', '调整'];
