import { sql } from 'kysely';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import {
  negativeWay,
  settleItemType,
  settleState,
  statementState,
  subledger,
} from '#contract/areas/settlement/settle-enums.ts';
import {
  moneyPosting,
  statementConfirmed,
  statementReversed,
  statementSettled,
  statementUnsettled,
} from '#contract/areas/settlement/settlement-events.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { requireField } from '#server/kit/require-field.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { holdBalance, type MoneyRow, type MoneySource, postMoney } from '#server/ledger/money/post-money.ts';
import { accountOf, addSettleItems, moveItems, voidItems } from '#server/ledger/money/settle-items.ts';
import { balancesOf, coModelOf } from '../suppliers.ts';
import { moveFines, release } from './hold-lines.ts';
import { partsOf, sourcesOf, toldOf } from './settled-parts.ts';

type AppKit = Pick<Kit, 'registry'>;

const sourceOf = (document: LockedDocument<typeof statement>): MoneySource => ({
  docType: statement.name,
  docId: document.id,
  docNo: document.statement_no,
});

/** What of a statement goes over to the supplier's next one: fen, below zero, or 0. */
const carriedOf = (document: LockedDocument<typeof statement>): number => {
  const payable = Number(document.payable_amount);
  return payable < 0 && document.negative_way === negativeWay.carry ? payable : 0;
};

/**
 * What is owed for its items is owed by the statement from now on, less what was paid ahead; below zero it goes over to the next one or is to
 * be paid in (domain.md §4.24, amendments C, G7). What has nothing left to be paid is settled at once.
 */
export async function confirmStatement({ registry }: AppKit, step: Step<typeof statement>): Promise<Values> {
  const { context, document, rejects } = step;
  if (rejects) return { confirm_by: null };
  const { db, now } = context;
  const supplierId = document.supplier_id;
  const offset = Number(document.prepay_offset_amount);
  const payable = Number(document.payable_amount);
  const day = businessDay(now);
  const source = sourceOf(document);
  await registry.events.emit(context, moneyPosting, {
    business_date: day,
    doc_type: source.docType,
    doc_id: source.docId,
    doc_no: source.docNo,
  });
  const { settle_days } = await balancesOf(db, supplierId, document.id);
  const dueDate = businessDay(new Date(now.getTime() + settle_days * 86_400_000));
  if (offset > 0 && (await holdBalance(context, supplierId, subledger.prepaid)) < offset)
    throw new Refusal('illegalTransition', `预付余额不足以冲抵 ${printYuan(offset)}，请驳回后修改`);
  const carried = carriedOf(document);
  await postMoney(context, source, await rowsOfStatement(context, document, { carried, sign: 1 }));
  const told = await toldOf(db, document, { at: now, carried, dueDate });
  if (carried !== 0)
    await addSettleItems(context, source, [
      {
        supplierId,
        coModel: await coModelOf(context, supplierId),
        itemType: settleItemType.carried,
        occurDate: day,
        amount: carried,
      },
    ]);
  await registry.events.emit(context, statementConfirmed, told);
  if (payable === 0 || carried !== 0) await settle({ registry }, context, document);
  return {
    supplier_confirmed_at: now.toISOString(),
    due_date: dueDate,
    // What goes over is not to be paid by this one.
    ...(carried === 0 ? {} : { unpaid_amount: 0 }),
  };
}

/** The movements of a confirmation, or with the sign turned those that take it back. */
async function rowsOfStatement(
  { db }: WriteContext,
  document: LockedDocument<typeof statement>,
  { carried, sign }: { readonly carried: number; readonly sign: 1 | -1 },
): Promise<MoneyRow[]> {
  const supplierId = document.supplier_id;
  const parts = await partsOf(db, document.id);
  return [
    ...parts.map(({ item_type, amount }) => ({
      supplierId,
      subledger: accountOf(item_type),
      amount: -amount * sign,
    })),
    { supplierId, subledger: subledger.prepaid, amount: -Number(document.prepay_offset_amount) * sign },
    {
      supplierId,
      subledger: subledger.payable,
      amount: (carried === 0 ? Number(document.payable_amount) : 0) * sign,
    },
  ];
}

/** Nothing is left to be paid: bills, items and fines are settled, and others are told of theirs. */
export async function settle(
  { registry }: AppKit,
  context: WriteContext,
  document: LockedDocument<typeof statement>,
): Promise<void> {
  await moveAlong({ registry }, context, document, {
    from: settleState.inStatement,
    to: settleState.settled,
    name: 'settle',
  });
  await registry.events.emit(context, statementSettled, await toldSettled(context, document));
}

/** Something is to be paid again. */
export async function unsettle(
  { registry }: AppKit,
  context: WriteContext,
  document: LockedDocument<typeof statement>,
): Promise<void> {
  await moveAlong({ registry }, context, document, {
    from: settleState.settled,
    to: settleState.inStatement,
    name: 'unsettle',
  });
  await registry.events.emit(context, statementUnsettled, await toldSettled(context, document));
}

const toldSettled = async ({ db }: WriteContext, document: LockedDocument<typeof statement>) => ({
  statement_id: document.id,
  statement_no: document.statement_no,
  sources: await sourcesOf(db, document.id),
});

async function moveAlong(
  { registry }: AppKit,
  context: WriteContext,
  document: LockedDocument<typeof statement>,
  { from, to, name }: { readonly from: number; readonly to: number; readonly name: 'settle' | 'unsettle' },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from check_bill where statement_id = ${document.id} order by id`.execute(context.db);
  for (const { id } of rows) await runTransition(registry, context, { definition: checkBill, name, id });
  const moved = await moveItems(context, sql<boolean>`i.statement_id = ${document.id}`, { from: [from], to });
  await moveFines(registry, context, moved, { name });
}

/** Nothing was paid for it, nothing is about to be, and what went over to the next statement is still there. */
export async function guardReverse({ context, document }: Step<typeof statement>): Promise<void> {
  if (Number(document.paid_amount) !== 0)
    throw new Refusal('illegalTransition', `${String(document.statement_no)} 已付款，请先冲回付款单`);
  await refusePaying(context, document);
  const { rows } = await sql`
    select 1 from settle_item where source_type = ${statement.name} and source_id = ${document.id} and status > ${settleState.open} limit 1`.execute(
    context.db,
  );
  if (rows.length > 0)
    throw new Refusal('illegalTransition', `${String(document.statement_no)} 的结转已进入其他结算单，不能反结算`);
}

/** Refuses while a payment names it. */
export async function refusePaying({ db }: WriteContext, document: LockedDocument<typeof statement>): Promise<void> {
  const { rows } = await sql<{ payment_no: string }>`
    select p.payment_no from payment p join payment_line l on l.payment_id = p.id
    where l.statement_id = ${document.id} and p.status in (0, 1, 2, 3, 4, 5) order by p.id limit 1`.execute(db);
  if (rows[0])
    throw new Refusal(
      'illegalTransition',
      `${String(document.statement_no)} 有付款单 ${rows[0].payment_no}，请先作废或冲回`,
    );
}

/** Takes a confirmation back: its rows the other way round, what was set off is there again, what it held is free. */
export async function reverseStatement({ registry }: AppKit, step: Step<typeof statement>): Promise<Values> {
  const { context, document, found, input } = step;
  const source = sourceOf(document);
  await registry.events.emit(context, moneyPosting, {
    business_date: businessDay(context.now),
    doc_type: source.docType,
    doc_id: source.docId,
    doc_no: source.docNo,
  });
  const carried = carriedOf(document);
  const told = await toldOf(context.db, document, {
    at: context.now,
    carried,
    dueDate: requireField(document, 'due_date'),
  });
  await voidItems(context, source);
  await postMoney(context, source, await rowsOfStatement(context, document, { carried, sign: -1 }));
  if (found.status === statementState.paid) await unsettle({ registry }, context, document);
  await release(registry, context, document.id);
  await registry.events.emit(context, statementReversed, { ...told, reason: String(input.reason ?? '') });
  return { unpaid_amount: 0 };
}
