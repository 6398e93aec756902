import { sql } from 'kysely';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { settleState } from '#contract/areas/settlement/settle-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { refuseUnattached } from '#server/kit/refuse-unattached.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { moveItems } from '#server/ledger/money/settle-items.ts';
import { participantsOfAdjustments } from '../bill-participants.ts';
import { sumUp } from './bill-lines.ts';

/** Check bills: what is special about them (domain.md §4.10). */
export function serveCheckBill(kit: Kit): void {
  serveDocument(kit, checkBill, {
    derive,
    transitions: {
      submit: { guard: guardSubmit, effect: askAgain },
      supplierConfirm: {
        participants: ({ db }, bills) => participantsOfAdjustments(db, bills),
        guard: guardConfirm,
        effect: confirm,
      },
      dispute: { guard: guardDispute },
      agree: { effect: agree },
      differ: { effect: differ },
      enter: { effect: async ({ input }) => ({ statement_id: input.statement_id }) },
      leave: { effect: async () => ({ statement_id: null }) },
      cancel: { effect: letGo },
    },
  });
}

async function derive({ db }: WriteContext, values: Values, before: Values | undefined): Promise<Values> {
  for (const field of ['supplier_id', 'co_model'] as const)
    if (before && Number(before.line_count) > 0 && before[field] !== values[field])
      throw new Refusal('invalid', '已加入明细，不能更改；请先移除全部明细', field);
  if (before && Number(before.line_count) > 0) await refuseOutside(db, values, before);
  const { rows } = await sql<{ purchaser_id: number | null }>`
    select purchaser_id from supplier where id = ${values.supplier_id}`.execute(db);
  return { purchaser_id: rows[0]?.purchaser_id ?? null };
}

/** What a bill has is of its period. */
async function refuseOutside(db: WriteContext['db'], values: Values, before: Values): Promise<void> {
  const { rows } = await sql<{ first: string; last: string }>`
    select min(i.occur_date)::text as first, max(i.occur_date)::text as last from check_bill_line l join settle_item i on i.id = l.settle_item_id
    where l.check_bill_id = ${before.id}`.execute(db);
  const { first, last } = rows[0] ?? { first: '', last: '' };
  if (first < String(values.period_from))
    throw new Refusal('invalid', `已加入 ${first} 的明细，账期开始不能晚于该日`, 'period_from');
  if (last > String(values.period_to))
    throw new Refusal('invalid', `已加入 ${last} 的明细，账期结束不能早于该日`, 'period_to');
}

async function guardSubmit({ document }: Step<typeof checkBill>): Promise<void> {
  if (Number(document.line_count) === 0) throw new Refusal('invalid', '请先选择对账明细', 'line_count');
}

/** He is asked about all of it anew: what he disputed before has been dealt with. */
async function askAgain({ context, document }: Step<typeof checkBill>): Promise<Values> {
  await sql`update check_bill_line set dispute_reason = null where check_bill_id = ${document.id} and dispute_reason is not null`.execute(
    context.db,
  );
  await sumUp(context.db, document.id);
  return { dispute_count: 0 };
}

/** The supplier has signed for the bill as it is: his paper is not older than the last change of it. */
async function guardConfirm(step: Step<typeof checkBill>): Promise<void> {
  await refuseUnattached(step);
  const { rows } = await sql<{ changed: string }>`
    select to_char(l.at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as changed from audit_log l
    where l.doc_type = ${checkBill.name} and l.doc_id = ${step.document.id} and l.action = any(${['edit', 'choose', 'remove', 'adjust']})
      and l.at > (select max(coalesce(f.attached_at, f.created_at)) from stored_file f where f.doc_type = ${checkBill.name} and f.doc_id = ${step.document.id} and f.kind = 'confirm')
    order by l.id desc limit 1`.execute(step.context.db);
  const [later] = rows;
  if (later)
    throw new Refusal('invalid', `对账单在 ${later.changed} 有修改，供应商确认件早于修改，请重新上传`, 'files');
}

async function confirm({ context, document }: Pick<Step<typeof checkBill>, 'context' | 'document'>): Promise<Values> {
  if (Number(document.dispute_count) > 0)
    throw new Refusal('illegalTransition', `还有 ${String(document.dispute_count)} 条异议，请登记异议或取消标记`);
  await moveItems(context, sql<boolean>`i.check_bill_id = ${document.id}`, {
    from: [settleState.inBill],
    to: settleState.checked,
  });
  return { confirmed_at: context.now.toISOString() };
}

/** The supplier agrees to all of it by his link: whatever somebody had noted for him is over. */
async function agree(step: Step<typeof checkBill>): Promise<Values> {
  const { context, document, input } = step;
  const cleared = await askAgain(step);
  return {
    ...cleared,
    ...(await confirm({ context, document: { ...document, ...cleared } })),
    confirm_by: String(input.name),
  };
}

/** The supplier names by his link the lines that he does not agree with; none where something else is wrong. */
async function differ({ context, document, input }: Step<typeof checkBill>): Promise<Values> {
  const ids = [...new Set(input.line_ids as readonly number[])];
  const { rows } = await sql`
    update check_bill_line set dispute_reason = ${String(input.reason)} where check_bill_id = ${document.id} and id = any(${ids}::bigint[]) returning id`.execute(
    context.db,
  );
  if (rows.length < ids.length) throw new Refusal('notFound', undefined, 'line_ids');
  await sumUp(context.db, document.id);
  const { rows: counted } = await sql<{ dispute_count: number }>`
    select dispute_count from check_bill where id = ${document.id}`.execute(context.db);
  return { dispute_count: counted[0]?.dispute_count ?? 0 };
}

async function guardDispute({ document }: Step<typeof checkBill>): Promise<void> {
  if (Number(document.dispute_count) === 0)
    throw new Refusal('invalid', '请先在明细中选择有异议的行并标记异议原因', 'lines');
}

async function letGo({ context, document }: Step<typeof checkBill>): Promise<undefined> {
  await moveItems(context, sql<boolean>`i.check_bill_id = ${document.id}`, {
    from: [settleState.inBill, settleState.checked],
    to: settleState.open,
    billId: null,
  });
  return undefined;
}
