import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { inWareBatchPrinting } from '#contract/areas/purchasing/in-ware-batch-printing.ts';
import { batchState } from '#contract/areas/purchasing/inbound-enums.ts';
import { batchAllot } from '#contract/areas/replenishment/batch-allot.ts';
import { sharedOutAt } from '#contract/areas/replenishment/places.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage, type DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import type { Onward } from '#src/kit/desk/detail/onward.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { inboundAt } from './addresses.ts';
import { BatchDifferences } from './batch-differences.tsx';
import { OpenEntries } from './open-entries.tsx';

/** One inbound batch: what was planned, counted and taken in, what differs, and the steps that are open to this person. */
export function Screen() {
  const id = useRecordId();
  if (id === undefined) return <MissingPage title={inWareBatch.label} />;
  return (
    <DetailPage
      key={id}
      definition={inWareBatch}
      id={id}
      names={facts}
      lineColumns={columns}
      printing={inWareBatchPrinting}
      stepAt={(step, record) => (step === 'count' ? inboundAt.count(record.id) : undefined)}
      onward={onwardFrom}
      slots={{
        below: (record) => (
          <>
            <OpenEntries id={record.id} />
            <BatchDifferences id={record.id} />
          </>
        ),
      }}
    />
  );
}

/** What has come in waits to go to where it is sold. */
const onwardFrom = ({ id, status, warehouse_id: warehouse }: DetailRow): readonly Onward[] =>
  status === batchState.posted
    ? [
        {
          label: '铺货到门店',
          to: sharedOutAt({ id, warehouse: Number(warehouse) }),
          access: batchAllot.calls.add?.[1],
        },
      ]
    : [];

const facts = [
  'in_stock_no',
  'in_type',
  'arrival_id',
  'purchase_id',
  'supplier_id',
  'co_model',
  'warehouse_id',
  'source_no',
  'plan_qty',
  'count_qty',
  'in_qty',
  'imperfect_qty',
  'in_amount',
  'into_time',
  'remark',
  'cancel_reason',
  'created_by',
  'created_at',
  'submitted_by',
  'submitted_at',
];

const columns = [
  'sku_id',
  'imperfect_type',
  'plan_qty',
  'count_qty',
  'in_qty',
  'coded_qty',
  'purchase_price',
  'price_state',
  'tax_rate_bp',
  'cost_price',
  'amount',
  'production_date',
  'expire_at',
  'counted_by',
  'counted_at',
];
