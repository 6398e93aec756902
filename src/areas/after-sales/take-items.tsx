import { Button } from 'antd';
import { afterSalesCalls, type ServiceableItem } from '#contract/areas/after-sales/after-sales-calls.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Values } from '#src/engine/row.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useRead } from '#src/engine/use-read.ts';

/** Takes the lines of the chosen order of which something is left, each with all that is left of it. */
export function TakeItems({ form }: { form: FormView }) {
  const order = form.values.order_id;
  const known = typeof order === 'number';
  const { value } = useRead(about, afterSalesCalls.addView, { input: { order_id: known ? order : 0 }, when: known });
  const chosen = new Set(form.lines.rows.map(({ values }) => values.order_item_id));
  const open = (value?.items ?? []).filter((item) => item.rest_qty > 0 && !chosen.has(item.order_item_id));
  return (
    <div className="desk-lines-head">
      <Button disabled={open.length === 0 || form.resting} onClick={() => form.addLines(open.map(lineOf))}>
        带入订单明细
      </Button>
      <span className="desk-hint" role="status">
        {known && value
          ? `已付 ${printYuan(value.paid_amount)}，已退 ${printYuan(value.refund_amount)}，还可申请 ${open.length} 行`
          : '请先选择订单'}
      </span>
    </div>
  );
}

const about = { name: 'serviceable' };

function lineOf(item: ServiceableItem): Values {
  return {
    order_item_id: item.order_item_id,
    sku_id: item.sku_id,
    [titleKey('sku_id')]: item.sku_no,
    sku_id__hint: item.sku_name,
    qty: item.rest_qty,
    refund_amount: item.rest_amount,
  };
}
