import { Button, Modal } from 'antd';
import { useState } from 'react';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { returnableBatch } from '#contract/areas/purchasing/returnable-batch.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { FixedList } from '#src/kit/desk/list/fixed-list.tsx';

/** Chooses batches out of what the supplier's goods in the warehouse have left: each becomes a line, with all that is free of it. */
export function PickBatches({ form }: { form: FormView }) {
  const [open, setOpen] = useState(false);
  const mayRead = useAllowed(returnableBatch.calls.list?.[1]);
  const { supplier_id: supplier, warehouse_id: warehouse } = form.values;
  const ready = typeof supplier === 'number' && typeof warehouse === 'number';
  if (!mayRead) return null;
  const chosen = new Set(form.lines.rows.map(({ values }) => values.stock_batch_id));
  const take = (rows: readonly Row[]) => {
    const fresh = rows.filter(({ id }) => !chosen.has(id));
    if (fresh.length > 0) form.addLines(fresh.map(lineOf));
    setOpen(false);
  };
  return (
    <div className="desk-lines-head">
      <Button disabled={!ready || form.resting} onClick={() => setOpen(true)}>
        {`选择${returnableBatch.label}`}
      </Button>
      {!ready && (
        <span className="desk-hint">{`请先选择${fields.supplier_id.label}和${fields.warehouse_id.label}`}</span>
      )}
      {open && (
        <Modal open width={1080} title={`选择${returnableBatch.label}`} footer={null} onCancel={() => setOpen(false)}>
          <FixedList
            definition={returnableBatch}
            fixed={{ supplier_id: supplier, warehouse_id: warehouse }}
            filters={['sku_id', 'imperfect_type', 'batch_no']}
            height={400}
            picks={(list) => (
              <Button
                type="primary"
                disabled={list.selection.rows.length === 0}
                onClick={() => take(list.selection.rows)}
              >
                {`加入明细${list.selection.rows.length > 0 ? `（${list.selection.rows.length}）` : ''}`}
              </Button>
            )}
          />
        </Modal>
      )}
    </div>
  );
}

const { fields } = backOrder;

/** A line that takes all that is free of a batch, with what its cells show. */
function lineOf(batch: Row): Values {
  return {
    stock_batch_id: batch.id,
    [titleKey('stock_batch_id')]: batch.serial_no,
    sku_id: batch.sku_id,
    [titleKey('sku_id')]: batch[titleKey('sku_id')],
    sku_id__hint: batch.sku_id__hint,
    imperfect_type: batch.imperfect_type,
    qty: batch.qty_free,
    // Not in the answer to who may not see it: the server knows it all the same.
    back_price: batch.purchase_price ?? null,
  };
}
