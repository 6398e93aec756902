import { purchaseFinance } from '#contract/areas/settlement/purchase-finance.ts';
import { recordAddress } from '#src/engine/record-places.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

/** How far the money of each purchase order has come; a row leads to its order. */
export function Screen() {
  return (
    <ListPage
      definition={purchaseFinance}
      openAt={(row) => recordAddress('purchaseOrder', { id: row.id, no: String(row.purchase_no ?? '') })}
    />
  );
}
