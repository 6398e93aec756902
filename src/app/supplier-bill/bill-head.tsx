import type { LinkedBill } from '#contract/areas/settlement/bill-link-calls.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { BrandMark } from '../brand-mark.tsx';
import styles from './supplier-bill.module.css';

/** Whose bill it is, of which days, and what it comes to. */
export function BillHead({ bill }: { bill: LinkedBill }) {
  const facts: [string, string][] = [
    ['账期', `${bill.period_from} 至 ${bill.period_to}`],
    ['入库/销售', `${grouped(bill.in_qty)} 件 ${printYuan(bill.in_amount)}`],
    ['退返/销退', `${grouped(bill.back_qty)} 件 ${printYuan(bill.back_amount)}`],
    ['核对调整额', printYuan(bill.adjust_amount)],
    ['其中税额', printYuan(bill.tax_amount)],
  ];
  return (
    <header className={styles.head}>
      <p className={styles.brand}>
        <BrandMark />
        折乐惠 对账单
      </p>
      <h1>{bill.supplier_name}</h1>
      <p className={styles.lead}>{`${bill.bill_no}，链接有效至 ${printTime(bill.expires_at)}`}</p>
      <p className={styles.total}>
        <span>对账金额</span>
        <strong>{printYuan(bill.total_amount)}</strong>
      </p>
      <dl className={styles.facts}>
        {facts.map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </header>
  );
}
