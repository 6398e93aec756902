import { printYuan } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { LinesRoom } from '#src/kit/desk/lines/lines-room.tsx';
import { amountOf, orderBeside } from './order-beside.tsx';
import { useOrderTerms } from './use-order-terms.ts';

/** The goods of an order with what each costs and sells at today and what the line comes to, and the running sum of all. */
export function OrderLines({ form }: { form: FormView }) {
  const { goods } = useOrderTerms(form);
  const known = new Map(goods.map((one) => [one.sku_id, one]));
  const lines = form.lines.rows.map((line) => ({ line, of: known.get(Number(line.values.sku_id)) }));
  const sum = lines.reduce((all, { line, of }) => all + (amountOf(of, line) ?? 0), 0);
  const open = [...new Set(lines.flatMap(({ of }) => (of?.price === null ? [of.sku_no] : [])))];
  return (
    <>
      <LinesRoom form={form} totals={totals} first="matrix" beside={orderBeside(goods)} />
      {goods.some((one) => 'price' in one) && (
        <p className="desk-hint" role="status">
          {`合计金额 ${printYuan(sum)}${open.length > 0 ? `，另有 ${grouped(open.length)} 个货品待补价，未计入：${someOf(open)}` : ''}`}
        </p>
      )}
    </>
  );
}

const totals = ['qty'];

/** By number, as they stand in the rows; the first of many. */
const someOf = (numbers: readonly string[]): string =>
  `${numbers.slice(0, named).join('、')}${numbers.length > named ? ' 等' : ''}`;

const named = 8;
