import { promotion } from '#contract/areas/promotions/promotion.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { promotionAt } from './addresses.ts';
import { SimulationPanel } from './simulation-panel.tsx';

/** One promotion: its rule, goods and sums, what it would have cost, and the steps that are open to this person. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={promotion.label} />;
  return (
    <DetailPage
      key={id}
      definition={promotion}
      id={id}
      editAt={(record) => promotionAt.edit(record.id)}
      slots={{
        tabs: (record) => [{ key: 'simulation', label: '试算', children: <SimulationPanel id={record.id} /> }],
      }}
    />
  );
}
