import type { ReactNode } from 'react';
import { purchasePrice } from '#contract/areas/contracts/purchase-price.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { purchaseAt } from './addresses.ts';
import { PriceExplanation } from './price-explanation.tsx';

/** What goods are bought at, from when until when, and by which sheet and contract; above it, the price of an order line on a day. */
export function PricesInForce({ above }: { above: ReactNode }) {
  return (
    <ListPage
      definition={purchasePrice}
      title="合同采购价列表"
      openAt={(row) => purchaseAt.detail(Number(row.sheet_id))}
      slots={{
        above: (
          <>
            {above}
            <PriceExplanation />
          </>
        ),
      }}
    />
  );
}
