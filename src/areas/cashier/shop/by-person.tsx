import { shopBillPeople } from '#contract/areas/cashier/shop-bill-lines.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { shopBillAt } from '../addresses.ts';
import { WaysOfCutting } from './ways-of-cutting.tsx';

/** What shops took, by who took the money. */
export function Screen() {
  return (
    <ListPage
      definition={shopBillPeople}
      title={shopBillPeople.label}
      openAt={(row) => shopBillAt.detail(Number(row.bill_id))}
      slots={{ above: <WaysOfCutting /> }}
    />
  );
}
