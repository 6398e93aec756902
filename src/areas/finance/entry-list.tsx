import { transactionEntry } from '#contract/areas/finance/transaction-entry.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { voucherAt } from './addresses.ts';

/** Entries of all vouchers, by subject, partner and document; a row opens its voucher. */
export function Screen() {
  return <ListPage definition={transactionEntry} openAt={(row) => voucherAt.detail(Number(row.voucher_id))} />;
}
