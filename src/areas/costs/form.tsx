import { costAdjust } from '#contract/areas/costs/cost-adjust.ts';
import { purchaseCost } from '#contract/areas/costs/purchase-cost.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { LineEditor } from '#src/kit/desk/lines/line-editor.tsx';
import { PickRecords } from '#src/kit/desk/lines/pick-records.tsx';
import { costAt } from './addresses.ts';

/** A cost adjustment: batches are chosen, and beside what a piece of each costs now its new cost is typed. */
export function Screen() {
  const id = useRecordId();
  return (
    <FormPage
      key={id ?? 'new'}
      definition={costAdjust}
      id={id}
      listAt={costAt.list}
      savedAt={(saved) => costAt.detail(saved.id)}
      slots={{
        lines: (form) => (
          <>
            <div className="desk-lines-head">
              <PickRecords
                form={form}
                definition={purchaseCost}
                label="入库批次"
                fixed={own}
                filters={['batch_no', 'sku_id', 'warehouse_id', 'into_time']}
                columns={[
                  'batch_no',
                  'supplier_id',
                  'warehouse_id',
                  'sku_id',
                  'in_qty',
                  'remain_qty',
                  'cost_price',
                  'into_time',
                ]}
                field="in_ware_detail_id"
                lineOf={lineOf}
                ofAnybody
              />
            </div>
            <LineEditor form={form} names={columns} picked={['in_ware_detail_id']} />
          </>
        ),
      }}
    />
  );
}

/** 经销: goods of suppliers cost what they are sold for. */
const own = { co_model: [1] };

const columns = ['in_ware_detail_id', 'sku_id', 'in_qty', 'remain_qty', 'transit_qty', 'old_cost', 'new_cost'];

const lineOf = (row: Row) => ({
  in_ware_detail_id: row.id,
  [titleKey('in_ware_detail_id')]: row.batch_no,
  sku_id: row.sku_id,
  [titleKey('sku_id')]: row[titleKey('sku_id')],
  in_qty: row.in_qty,
  remain_qty: row.remain_qty,
  transit_qty: row.transit_qty,
  old_cost: row.cost_price,
});
