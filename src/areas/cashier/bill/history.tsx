import { cashierBillHistory } from '#contract/areas/cashier/cashier-bill-history.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { tillBillAt } from '../addresses.ts';

/** How bills of cashiers ended, and each time that was taken back. */
export function Screen() {
  return (
    <ListPage
      definition={cashierBillHistory}
      title={cashierBillHistory.label}
      openAt={(row) => tillBillAt.detail(Number(row.bill_id))}
    />
  );
}
