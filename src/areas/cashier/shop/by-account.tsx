import { shopBillAccount } from '#contract/areas/cashier/shop-bill-lines.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { shopBillAt } from '../addresses.ts';
import { WaysOfCutting } from './ways-of-cutting.tsx';

/** What shops took, by kind of payment and account. */
export function Screen() {
  return (
    <ListPage
      definition={shopBillAccount}
      title={shopBillAccount.label}
      openAt={(row) => shopBillAt.detail(Number(row.bill_id))}
      slots={{ above: <WaysOfCutting /> }}
    />
  );
}
