import { useState } from 'react';
import { kindOf } from '#contract/areas/contracts/purchase-price-enums.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { waitingPrice } from '#contract/areas/costs/waiting-price.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Row } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { LineEditor } from '#src/kit/desk/lines/line-editor.tsx';
import { PickRecords } from '#src/kit/desk/lines/pick-records.tsx';

/** The prices of batches that came in at an estimate: those of a supplier that wait are chosen, and theirs is typed. */
export function Screen() {
  const id = useRecordId();
  const [given] = useState(() => ({ kind: kindOf.later, effective_date: businessDay(new Date()) }));
  return (
    <FormPage
      key={id ?? 'new'}
      definition={purchasePriceSheet}
      id={id}
      title={`${id === undefined ? '新增' : '编辑'}采购价后补单`}
      {...(id === undefined ? { given } : {})}
      names={names}
      listAt={listAt}
      savedAt={(saved) => `/contract/cgDetails?id=${saved.id}`}
      slots={{
        lines: (form) => (
          <>
            <div className="desk-lines-head">
              <PickRecords
                form={form}
                definition={waitingPrice}
                label={waitingPrice.label}
                fixed={{}}
                filters={['batch_no', 'purchase_no', 'sku_id', 'warehouse_id', 'into_time']}
                field="in_ware_detail_id"
                lineOf={lineOf}
              />
            </div>
            <LineEditor form={form} names={columns} picked={['in_ware_detail_id', 'sku_id']} />
          </>
        ),
      }}
    />
  );
}

const listAt = '/contract/cgListht';
const names = ['supplier_id', 'contract_id', 'purchaser_id', 'reason', 'remark'];
const columns = ['in_ware_detail_id', 'sku_id', 'old_price', 'new_price', 'tax_rate_bp'];

const lineOf = (row: Row) => ({
  in_ware_detail_id: row.id,
  [titleKey('in_ware_detail_id')]: row.batch_no,
  sku_id: row.sku_id,
  [titleKey('sku_id')]: row[titleKey('sku_id')],
  old_price: row.purchase_price,
  tax_rate_bp: row.tax_rate_bp,
});
