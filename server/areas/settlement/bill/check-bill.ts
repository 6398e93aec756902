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
        guard: (step) => refuseUnattached(step),
        effect: confirm,
      },
      dispute: { guard: guardDispute },
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
  const { rows } = await sql<{ purchaser_id: number | null }>`
    select purchaser_id from supplier where id = ${values.supplier_id}`.execute(db);
  return { purchaser_id: rows[0]?.purchaser_id ?? null };
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

async function confirm({ context, document }: Step<typeof checkBill>): Promise<Values> {
  if (Number(document.dispute_count) > 0)
    throw new Refusal('illegalTransition', `还有 ${String(document.dispute_count)} 条异议，请登记异议或取消标记`);
  await moveItems(context, sql<boolean>`i.check_bill_id = ${document.id}`, {
    from: [settleState.inBill],
    to: settleState.checked,
  });
  return { confirmed_at: context.now.toISOString() };
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
