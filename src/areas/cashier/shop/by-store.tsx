import { shopBillStore } from '#contract/areas/cashier/shop-bill-lines.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { shopBillAt } from '../addresses.ts';
import { WaysOfCutting } from './ways-of-cutting.tsx';

/** What shops took, by shop and day. */
export function Screen() {
  return (
    <ListPage
      definition={shopBillStore}
      title={shopBillStore.label}
      openAt={(row) => shopBillAt.detail(Number(row.bill_id))}
      slots={{ above: <WaysOfCutting /> }}
    />
  );
}
