import { sql } from 'kysely';
import { payment } from '#contract/areas/settlement/payment.ts';
import { direction, paymentType, subledger } from '#contract/areas/settlement/settle-enums.ts';
import {
  type MadePayment,
  moneyPosting,
  paymentMade,
  paymentReversed,
} from '#contract/areas/settlement/settlement-events.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { refuseLater } from '#server/kit/refuse-dates.ts';
import { refuseUnattached } from '#server/kit/refuse-unattached.ts';
import { requireField } from '#server/kit/require-field.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { holdBalance, type MoneySource, postMoney } from '#server/ledger/money/post-money.ts';
import { refuseUnowed } from './amounts.ts';

type AppKit = Pick<Kit, 'registry'>;

const sourceOf = (document: LockedDocument<typeof payment>): MoneySource => ({
  docType: payment.name,
  docId: document.id,
  docNo: document.payment_no,
});

/** Nobody pays what is not there yet: not before the documents that are paid, or the payment itself where it pays none (amendments H4). */
async function refuseEarlier({ context, document }: Step<typeof payment>): Promise<void> {
  const { rows } = await sql<{ made: string; no: string }>`
    select to_char(coalesce(max(s.created_at), p.created_at) at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as made,
      coalesce(string_agg(s.statement_no, '、' order by s.id), p.payment_no) as no
    from payment p left join payment_line l on l.payment_id = p.id left join statement s on s.id = l.statement_id
    where p.id = ${document.id} group by p.id`.execute(context.db);
  const [paid] = rows;
  if (paid && String(document.pay_date) < paid.made)
    throw new Refusal('invalid', `付款日期不能早于 ${paid.no} 的制单日 ${paid.made}`, 'pay_date');
}

/** The whole of it was paid, not later than today, and the bank's slip is on file; what it is for is still owed. */
export async function guardConfirm(step: Step<typeof payment>): Promise<void> {
  const { context, document, input } = step;
  if (input.pay_amount !== document.amount)
    throw new Refusal('invalid', `实付金额应等于付款金额 ${printYuan(Number(document.amount))}`, 'pay_amount');
  refuseLater(context, payment, { values: document, field: 'pay_date' });
  await refuseEarlier(step);
  await refuseUnattached(step);
  await refuseUnowed(context, document.id, document);
}

/** The money has left, or has come in: what it was for is owed no more (domain.md §4.24). */
export async function makePayment({ registry }: AppKit, step: Step<typeof payment>): Promise<Values> {
  const { context, document } = step;
  const made = await toldOf(context, document);
  await registry.events.emit(context, moneyPosting, {
    business_date: made.pay_date,
    doc_type: payment.name,
    doc_id: document.id,
    doc_no: made.payment_no,
    typed: 'pay_date',
  });
  await moveStatements({ registry }, context, made, 'pay');
  await postMoney(context, sourceOf(document), [rowOf(made, 1)], made.pay_date);
  await registry.events.emit(context, paymentMade, made);
  return { paid_at: context.now.toISOString() };
}

/** What was paid ahead and has been set off is not to be had back; what was deposited likewise. */
export async function guardReverse({ context, document }: Step<typeof payment>): Promise<void> {
  const type = document.payment_type;
  // What came back lies with the supplier again.
  if (type === paymentType.settlement || document.direction === direction.receive) return;
  const account = type === paymentType.prepay ? subledger.prepaid : subledger.deposit;
  const { rows } = await sql<{ taken: number }>`
    select coalesce(sum(prepay_offset_amount), 0)::bigint as taken from statement
    where supplier_id = ${document.supplier_id} and status in (0, 1, 2, 3, 7)`.execute(context.db);
  const taken = type === paymentType.prepay ? (rows[0]?.taken ?? 0) : 0;
  const left = (await holdBalance(context, document.supplier_id, account)) - taken;
  if (left < Number(document.amount))
    throw new Refusal(
      'illegalTransition',
      `${type === paymentType.prepay ? '预付' : '保证金'}余额只剩 ${printYuan(left)}，请先退回占用它的结算单`,
    );
}

/** The bank sent it back, or it was paid in error: its rows the other way round, on today's business day. */
export async function reversePayment({ registry }: AppKit, step: Step<typeof payment>): Promise<Values> {
  const { context, document, input } = step;
  const made = await toldOf(context, document);
  const today = businessDay(context.now);
  await registry.events.emit(context, moneyPosting, {
    business_date: today,
    doc_type: payment.name,
    doc_id: document.id,
    doc_no: made.payment_no,
  });
  await moveStatements({ registry }, context, made, 'payBack');
  await postMoney(context, sourceOf(document), [rowOf(made, -1)]);
  await registry.events.emit(context, paymentReversed, {
    ...made,
    reverse_reason: Number(document.reverse_reason),
    business_date: today,
    remark: String(input.remark ?? ''),
  });
  return {};
}

/** The one account that a payment moves: what is owed gets less, what lies with the supplier more. */
function rowOf(made: MadePayment, sign: 1 | -1) {
  const supplierId = made.supplier_id;
  const amount = made.amount * sign * signOf(made);
  if (made.payment_type === paymentType.prepay) return { supplierId, subledger: subledger.prepaid, amount };
  if (made.payment_type === paymentType.deposit) return { supplierId, subledger: subledger.deposit, amount };
  return { supplierId, subledger: subledger.payable, amount: -amount };
}

const signOf = (made: MadePayment): 1 | -1 => (made.direction === direction.receive ? -1 : 1);

async function moveStatements(
  { registry }: AppKit,
  context: WriteContext,
  made: MadePayment,
  name: 'pay' | 'payBack',
): Promise<void> {
  const lines = made.lines.flatMap(({ statement_id, amount }) =>
    statement_id === null ? [] : [{ id: statement_id, amount }],
  );
  for (const { id, amount } of lines.sort((one, other) => one.id - other.id))
    await runTransition(registry, context, {
      definition: statement,
      name,
      id,
      input: { amount: amount * signOf(made) },
      remark: made.payment_no,
    });
}

async function toldOf({ db }: WriteContext, document: LockedDocument<typeof payment>): Promise<MadePayment> {
  const { rows: lines } = await sql<MadePayment['lines'][number]>`
    select statement_id, purchase_id, amount from payment_line where payment_id = ${document.id} order by id`.execute(
    db,
  );
  return {
    payment_id: document.id,
    payment_no: document.payment_no,
    payment_type: document.payment_type,
    direction: document.direction,
    supplier_id: document.supplier_id,
    amount: document.amount,
    pay_account: requireField(document, 'pay_account'),
    payee_account_no: document.payee_account_no,
    pay_date: requireField(document, 'pay_date'),
    bank_serial_no: requireField(document, 'bank_serial_no'),
    lines,
  };
}
