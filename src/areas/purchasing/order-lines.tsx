import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { type BesideColumn, unpriced } from '#src/kit/desk/lines/beside.tsx';
import { LinesRoom } from '#src/kit/desk/lines/lines-room.tsx';
import { useOrderTerms } from './use-order-terms.ts';

/** The goods of an order with what each costs by its contract today and what the line comes to, and the running sum of all. */
export function OrderLines({ form }: { form: FormView }) {
  const { goods } = useOrderTerms(form);
  const known = new Map(goods.map((one) => [one.sku_id, one]));
  const seen = goods.some((one) => 'price' in one);
  const priceOf = ({ values }: FormLine) => known.get(Number(values.sku_id))?.price;
  const amountOf = (line: FormLine) => {
    const price = priceOf(line);
    return typeof price === 'number' && typeof line.values.qty === 'number' ? price * line.values.qty : undefined;
  };
  const { purchase_price, amount } = purchaseOrder.lines.fields;
  const beside: BesideColumn[] = seen
    ? [
        {
          key: 'price',
          label: purchase_price.label,
          width: 112,
          of: (line) => (known.has(Number(line.values.sku_id)) ? yuan(priceOf(line)) : null),
        },
        {
          key: 'amount',
          label: amount.label,
          width: 128,
          of: (line) => {
            const worth = amountOf(line);
            return worth === undefined ? null : printYuan(worth);
          },
        },
      ]
    : [];
  const lines = form.lines.rows;
  const sum = lines.reduce((all, line) => all + (amountOf(line) ?? 0), 0);
  const open = lines.filter((line) => known.get(Number(line.values.sku_id))?.price === null).length;
  return (
    <>
      <LinesRoom form={form} totals={totals} first="matrix" beside={beside} />
      {seen && (
        <p className="desk-hint" role="status">
          {`合计金额 ${printYuan(sum)}${open > 0 ? `，另有 ${grouped(open)} 个货品待补价，未计入` : ''}`}
        </p>
      )}
    </>
  );
}

const totals = ['qty'];
const yuan = (price: number | null | undefined) => (typeof price === 'number' ? printYuan(price) : unpriced);
