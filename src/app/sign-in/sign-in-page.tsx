import type { ReactNode } from 'react';
import { isSecure } from '#src/platform/device.ts';
import { BrandMark } from '../brand-mark.tsx';
import styles from './sign-in.module.css';

/** The sheet that sign-in and change-password stand on: the house on the left, the form on the right; the form alone on a tablet. */
export function SignInPage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <aside className={styles.cover} aria-hidden="true">
        <Ledger />
        <Brand />
        <div className={styles.motto}>
          <p>
            每一件都有来处，
            <br />
            每一笔都对得上。
          </p>
          <small>商品 · 仓储 · 采购 · 财务 · 营销</small>
        </div>
      </aside>
      <main className={styles.place}>
        <div className={styles.small}>
          <Brand />
        </div>
        {!isSecure() && (
          <p className={styles.warning} role="alert">
            当前不是安全连接（HTTPS）：离线盘点、扫码枪和摄像头在本机不可用。
          </p>
        )}
        {children}
      </main>
    </div>
  );
}

function Brand() {
  return (
    <div className={styles.brand}>
      <BrandMark />
      折乐惠
    </div>
  );
}

/** A page of the stock book, in pale ink: decoration, and what the house is about. */
function Ledger() {
  return (
    <div className={styles.ledger}>
      <table>
        <tbody>
          {page.map((row) => (
            <tr key={row[1]}>
              {row.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const page: readonly (readonly string[])[] = [
  ['03-01', 'RK0301', '采购入库', '+240', '240'],
  ['03-02', 'DB0302', '调拨出库', '−60', '180'],
  ['03-04', 'XS0304', '门店销售', '−23', '157'],
  ['03-05', 'TH0305', '顾客退货', '+2', '159'],
  ['03-08', 'RK0308', '采购入库', '+120', '279'],
  ['03-09', 'XS0309', '门店销售', '−41', '238'],
  ['03-11', 'DB0311', '调拨入库', '+36', '274'],
  ['03-12', 'XS0312', '线上销售', '−18', '256'],
  ['03-15', 'PD0315', '盘点', '−1', '255'],
  ['03-16', 'RK0316', '采购入库', '+80', '335'],
  ['03-18', 'XS0318', '门店销售', '−57', '278'],
];
