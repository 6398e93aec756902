import { sql } from 'kysely';
import { auditAnyRefund, orderRefund } from '#contract/areas/after-sales/order-refund.ts';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { verdict } from '#contract/kit/transition.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Participant } from '#server/kit/participants.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import { requireField } from '#server/kit/require-field.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { guardPayOut, payOut, takeChannelAnswer } from './pay-out.ts';

/** Refunds: what is special about them (domain.md §4.22, amendments D, E, G14). */
export function serveOrderRefund(kit: Kit): void {
  kit.registry.asksWithin([auditAnyRefund]);
  const back = async (step: Step<typeof orderRefund>, name: 'refundRejected' | 'refundCancelled') => {
    const { context, document } = step;
    await runTransition(kit.registry, context, {
      definition: orderService,
      name,
      id: requireField(document, 'service_id'),
      remark: String(document.refund_no),
    });
    return undefined;
  };
  serveDocument(kit, orderRefund, {
    transitions: {
      audit: {
        participants: dealersOf,
        guard: guardAudit,
        effect: async (step) => (step.rejects ? await back(step, 'refundRejected') : undefined),
      },
      refund: { participants: dealersOf, guard: guardPayOut, effect: (step) => payOut(kit, step) },
      answer: { effect: (step) => takeChannelAnswer(kit, step) },
      // Whoever tried first tries again: only those with another hand on it do not.
      retry: { participants: participantsOf, guard: guardPayOut, effect: (step) => payOut(kit, step) },
      cancel: {
        may: (_actor, { service_id }) =>
          service_id === null
            ? new Refusal('illegalTransition', '订单已取消，已付的款必须退还，不能取消退款')
            : undefined,
        effect: (step) => back(step, 'refundCancelled'),
      },
    },
  });
}

/** Whoever dealt with the after-sales (amendments E). */
async function dealersOf(
  _context: unknown,
  documents: readonly LockedDocument<typeof orderRefund>[],
): Promise<readonly Participant[][]> {
  return documents.map(({ dealer_id: id }) => (typeof id === 'number' ? [{ id, part: '售后处理人' }] : []));
}

async function participantsOf(
  { db }: Pick<ReadContext, 'db'>,
  documents: readonly LockedDocument<typeof orderRefund>[],
): Promise<readonly Participant[][]> {
  const { rows } = await sql<{ doc_id: number; admin_id: number }>`
    select doc_id, admin_id from audit_log where doc_type = ${orderRefund.name} and doc_id = any(${documents.map(({ id }) => id)}::bigint[])
      and action = 'audit' and result = ${verdict.pass}`.execute(db);
  const dealers = await dealersOf(undefined, documents);
  return documents.map((document, place) => [
    ...(dealers[place] ?? []),
    ...(typeof document.created_by === 'number' ? [{ id: document.created_by, part: '制单人' }] : []),
    ...rows.filter(({ doc_id }) => doc_id === document.id).map(({ admin_id }) => ({ id: admin_id, part: '已审核人' })),
  ]);
}

/** Above what a shop may decide on, finance does (domain.md §4.22). What was paid for an order that came to nothing goes back in any case. */
async function guardAudit({ context, document, rejects }: Step<typeof orderRefund>): Promise<void> {
  if (rejects && document.service_id === null)
    throw new Refusal('illegalTransition', '订单已取消，已付的款必须退还，不能驳回');
  if (context.actor.permissions.has(auditAnyRefund)) return;
  const limit = await readSetting(context.db, 'refund_shop_limit');
  if (Number(document.amount) > limit)
    throw new Refusal('forbidden', `退款超过门店审核上限 ${printYuan(limit)}，请由财务审核`);
}
