import { sku } from '#contract/areas/goods/sku.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { text } from '#contract/kit/kinds/text.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { arrivalAt } from './addresses.ts';
import { SlotChoice } from './slot-choice.tsx';
import { TypedImport } from './typed-import.tsx';

/** An appointment whose lines are goods: the server finds the lines of orders that they are of. */
const typedArrival: AnyDefinition = {
  ...arrivalOrder,
  calls: { add: ['addOld', 'arrivalOrder:add'] },
  lines: {
    ...arrivalOrder.lines,
    fields: {
      sku_id: reference(() => sku, arrivalOrder.lines.fields.sku_id.label, { required: true }),
      plan_qty: arrivalOrder.lines.fields.plan_qty,
      purchase_no: text(purchaseOrder.fields.purchase_no.label),
    },
    unique: ['sku_id', 'purchase_no'],
  },
};

/** The entry of before orders were picked: goods typed or from a file, matched to what is open of the supplier's orders, the oldest first. */
export function Screen() {
  return (
    <FormPage
      definition={typedArrival}
      title="新增预约(旧版)"
      totals={['plan_qty']}
      listAt={arrivalAt.list}
      savedAt={(saved) => arrivalAt.detail(saved.id)}
      slots={{
        extra: (form) => <TypedImport form={form} />,
        above: (form) => <SlotChoice values={form.values} resting={form.resting} onChoose={form.set} />,
      }}
    />
  );
}
