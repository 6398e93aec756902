import { useDeferredValue } from 'react';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { checkBillCalls } from '#contract/areas/settlement/settle-calls.ts';
import { settleItemTypes } from '#contract/areas/settlement/settle-enums.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Values } from '#src/engine/row.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { useRead } from '#src/engine/use-read.ts';
import { FormPage } from '#src/kit/desk/form-page.tsx';
import { billAt } from '../addresses.ts';

/** The head of a check bill: whose, of which model and period. Its lines are chosen after that. */
export function Screen() {
  const id = useRecordId();
  return (
    <FormPage
      key={id ?? 'new'}
      definition={checkBill}
      id={id}
      given={id === undefined ? lastMonth() : nothingGiven}
      listAt={billAt.list}
      savedAt={(saved) => (id === undefined ? billAt.choose(saved.id) : billAt.review(saved.id))}
      slots={{ above: (form) => <Totals form={form} /> }}
    />
  );
}

const nothingGiven = {};

/** The month that is over is what suppliers send their bills for. */
function lastMonth(): Values {
  const [year = 0, month = 1] = businessDay(new Date()).split('-').map(Number);
  const day = (at: Date) => at.toISOString().slice(0, 10);
  return {
    period_from: day(new Date(Date.UTC(year, month - 2, 1))),
    period_to: day(new Date(Date.UTC(year, month - 1, 0))),
  };
}

/** What the period has to be checked, as soon as it is known which. */
function Totals({ form }: { form: FormView }) {
  const { supplier_id, co_model, period_from, period_to } = useDeferredValue(form.values);
  const ready =
    typeof supplier_id === 'number' &&
    typeof co_model === 'number' &&
    typeof period_from === 'string' &&
    typeof period_to === 'string';
  const { value } = useRead(checkBill, checkBillCalls.addView, {
    input: ready ? { supplier_id, co_model, period_from, period_to } : nothing,
    when: ready,
  });
  if (!ready || !value) return null;
  const { totals, unpriced } = value;
  const words = totals.map(
    ({ item_type, count, amount }) =>
      `${settleItemTypes[item_type as keyof typeof settleItemTypes]} ${grouped(count)} 条${amount === null ? '' : ` ${printYuan(amount)}`}`,
  );
  const known = totals.every(({ amount }) => amount !== null);
  const sum = totals.reduce((all, { amount }) => all + (amount ?? 0), 0);
  return (
    <p className="desk-hint" role="status">
      {words.length === 0
        ? '此账期没有待对账的明细'
        : `待对账：${words.join('，')}${known ? `，合计 ${printYuan(sum)}` : ''}`}
      {unpriced.count > 0 && `；另有 ${grouped(unpriced.count)} 条待补价，补价后可对账`}
    </p>
  );
}

const nothing = { supplier_id: 0, co_model: 0, period_from: '', period_to: '' };
