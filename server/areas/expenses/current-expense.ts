import { sql } from 'kysely';
import { currentExpense } from '#contract/areas/expenses/current-expense.ts';
import { partnerType, settleWay } from '#contract/areas/expenses/expense-enums.ts';
import { currentExpensePaid } from '#contract/areas/expenses/expense-events.ts';
import { direction, settleItemType, settleState } from '#contract/areas/settlement/settle-enums.ts';
import { moneyPosting } from '#contract/areas/settlement/settlement-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { refuseLater } from '#server/kit/refuse-dates.ts';
import { refuseUnattached } from '#server/kit/refuse-unattached.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import type { MoneySource } from '#server/ledger/money/post-money.ts';
import { addSettleItems, voidItems } from '#server/ledger/money/settle-items.ts';
import { paidFrom } from '#server/terms/own-account.ts';
import { nobody, payeeOf } from '#server/terms/payee.ts';
import { nameOfPartner } from './partner.ts';

/** Current expenses: what is special about them (domain.md §4.25, amendments E). */
export function serveCurrentExpense(kit: Kit): void {
  serveDocument(kit, currentExpense, {
    derive: async (context, values) => ({
      partner_name: await nameOfPartner(context, values),
      ...(await payeeFor(context, values)),
    }),
    transitions: {
      submit: { effect: ({ context, document }) => judgedAt(context, document) },
      financeAudit: { effect: (step) => owe(step) },
      pay: { prepare: ({ db }, document) => paidFrom(db, document), guard: guardPay, effect: (step) => pay(kit, step) },
      accountChanged: { effect: ({ context, document }) => payeeFor(context, document) },
      settle: { effect: async ({ input }) => ({ statement_no: input.statement_no }) },
      unsettle: { effect: async () => ({ statement_no: null }) },
      cancelDeducting: { may: onlyManager, guard: guardTakeBack, effect: (step) => forgive(step) },
    },
  });
}

/** Where it is paid to is kept as it is now; of what is received or deducted there is nothing to keep. */
async function payeeFor({ db }: Pick<WriteContext, 'db'>, values: Values): Promise<Values> {
  const pays =
    values.partner_type === partnerType.supplier &&
    values.direction === direction.pay &&
    values.settle_way === settleWay.direct;
  return pays ? await payeeOf(db, { account_id: values.account_id, supplier_id: values.supplier_id }) : nobody;
}

const judgedAt = async (context: WriteContext, document: LockedDocument<typeof currentExpense>): Promise<Values> => ({
  partner_name: await nameOfPartner(context, document),
  ...(await payeeFor(context, document)),
});

const sourceOf = (document: LockedDocument<typeof currentExpense>): MoneySource => ({
  docType: currentExpense.name,
  docId: document.id,
  docNo: document.expense_no,
});

/** What is settled within a statement becomes an item of the supplier's: more that he is owed, or less. */
async function owe({ context, document, rejects }: Step<typeof currentExpense>): Promise<Values> {
  if (rejects || document.settle_way !== settleWay.deduct) return {};
  const supplierId = requireField(document, 'supplier_id');
  const sign = document.direction === direction.pay ? 1 : -1;
  const source = sourceOf(document);
  const { rows: models } = await sql<{ co_model: number }>`
    select co_model from supplier where id = ${supplierId}`.execute(context.db);
  await addSettleItems(context, source, [
    {
      supplierId,
      coModel: models[0]?.co_model ?? 1,
      itemType: settleItemType.expense,
      occurDate: businessDay(context.now),
      taxRateBp: document.tax_rate_bp,
      amount: sign * Number(document.amount),
      taxAmount: sign * Number(document.tax_amount),
    },
  ]);
  const { rows } = await sql<{ id: number }>`
    select id from settle_item where source_type = ${source.docType} and source_id = ${source.docId} and status <> ${settleState.void}`.execute(
    context.db,
  );
  return { settle_item_id: rows[0]?.id };
}

/** It was paid or received not later than today, and the slip is on file. */
async function guardPay(step: Step<typeof currentExpense>): Promise<void> {
  refuseLater(step.context, currentExpense, { values: step.document, field: 'pay_date' });
  await refuseUnattached(step);
}

async function pay(
  { registry }: Pick<Kit, 'registry'>,
  { context, document }: Step<typeof currentExpense>,
): Promise<Values> {
  const day = requireField(document, 'pay_date');
  const { docType: doc_type, docId: doc_id, docNo: doc_no } = sourceOf(document);
  await registry.events.emit(context, moneyPosting, {
    business_date: day,
    doc_type,
    doc_id,
    doc_no,
    typed: 'pay_date',
  });
  await registry.events.emit(context, currentExpensePaid, {
    expense_id: doc_id,
    expense_no: doc_no,
    partner_type: document.partner_type,
    supplier_id: document.supplier_id,
    shop_id: document.shop_id,
    direction: document.direction,
    expense_type: document.expense_type,
    amount: document.amount,
    tax_amount: document.tax_amount,
    pay_account: requireField(document, 'pay_account'),
    pay_date: day,
  });
  return { paid_at: context.now.toISOString() };
}

/** Who passes them for finance may also take back what waits to be deducted. */
function onlyManager({ permissions }: Actor): Refusal | undefined {
  if (permissions.has('payment:currentFinanceAudit')) return undefined;
  return new Refusal('forbidden', '待抵扣的往来费用由财务经理作废');
}

/** Only while no statement has taken its item. */
async function guardTakeBack({ context, document }: Step<typeof currentExpense>): Promise<void> {
  const { rows } = await sql<{ status: number; statement_no: string | null }>`
    select status, statement_no from settle_item where id = ${document.settle_item_id} for no key update`.execute(
    context.db,
  );
  const [item] = rows;
  if (item?.status !== settleState.open)
    throw new Refusal(
      'illegalTransition',
      `${String(document.expense_no)} 已进入结算单 ${item?.statement_no ?? ''}，请先移出结算单`,
    );
}

async function forgive({ context, document }: Step<typeof currentExpense>): Promise<undefined> {
  await voidItems(context, sourceOf(document));
  return undefined;
}
