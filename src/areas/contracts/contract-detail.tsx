import { contract } from '#contract/areas/contracts/contract.ts';
import { contractState } from '#contract/areas/contracts/contract-enums.ts';
import { purchasePrice } from '#contract/areas/contracts/purchase-price.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { contractAt } from './addresses.ts';
import { BrandCovers } from './brand-cover.tsx';
import { OpenOrders } from './open-orders.tsx';

/** One contract with all its terms, what its brands stand on, its papers and prices, and the steps that are open to this person. */
export function Screen() {
  const id = useRecordId();
  const mayPrices = useMayUse()(purchasePrice.calls.list?.[1]);
  if (id === undefined) return <MissingPage title={contract.label} />;
  return (
    <DetailPage
      key={id}
      definition={contract}
      id={id}
      editAt={(record) => contractAt.edit(record.id)}
      slots={{
        below: (record) => standing.includes(Number(record.status)) && <BrandCovers id={record.id} />,
        asks: (name, record) => name === 'terminate' && <OpenOrders id={record.id} />,
        tabs: (record) =>
          mayPrices
            ? [
                {
                  key: 'prices',
                  label: purchasePrice.label,
                  children: <FixedList definition={purchasePrice} fixed={{ contract_id: [record.id] }} />,
                },
              ]
            : [],
      }}
    />
  );
}

/** States in which it matters what the brands stand on. */
const standing: readonly number[] = [
  contractState.draft,
  contractState.waiting,
  contractState.rejected,
  contractState.toTakeEffect,
  contractState.inForce,
];
