import { sql } from 'kysely';
import { z } from 'zod';
import { orderCalls } from '#contract/areas/orders/order-calls.ts';
import { pushedOrder } from '#contract/areas/orders/order-push.ts';
import { pushRefusalState as is, pushRefusal, pushRefusalCalls } from '#contract/areas/orders/push-refusal.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import type { Tx } from '#server/database/transaction.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { keepRefusedPush, unheld } from './keep-refusal.ts';
import { takeOrder } from './push.ts';

/** What was refused of tills and channels: kept, taken in once its cause is gone, or left out with a reason. */
export function serveRefusals(kit: Kit): void {
  const { registry } = kit;
  serveEntity(kit, pushRefusal);
  registry.keepsRefusals(orderCalls.push, keepRefusedPush);
  registry.write(
    pushRefusalCalls.retry,
    z.strictObject({ id: z.int().min(1) }),
    async (context, { id }) => {
      const [found] = await waiting(context, [id]);
      const pushed = pushedOrder.safeParse(found?.body);
      // It was kept with a sign for what no database holds: that sign is none of the order's.
      if (found && JSON.stringify(found.body).includes(unheld))
        throw new Refusal('invalid', '推送内容含有无法保存的字符，须由渠道更正后重新推送');
      if (!found || !pushed.success)
        throw new Refusal('invalid', `推送内容仍不完整：${found?.error ?? ''}，须由渠道更正后重新推送`);
      const taken = await takeOrder(kit, context, pushed.data, found.created_by ?? context.actor.id);
      await told(context, [found], { action: 'retry', label: '重新接收', remark: taken.order_no });
      return { id: taken.id, order_no: taken.order_no };
    },
    pushRefusal,
  );
  registry.write(
    pushRefusalCalls.ignore,
    z.strictObject({ ids, reason: z.string().trim().min(limits.reasonLeast).max(limits.reason) }),
    async (context, { ids: asked, reason }) => {
      const rows = await waiting(context, asked);
      await sql`
        update push_refusal set status = ${is.ignored}, ignore_reason = ${reason}, version = version + 1, updated_by = ${context.actor.id},
          updated_at = ${context.now.toISOString()} where id = any(${asked}::bigint[])`.execute(context.db);
      await told(context, rows, { action: 'ignore', label: '忽略', remark: reason });
      return { count: rows.length };
    },
    pushRefusal,
  );
}

const ids = z
  .array(z.int().min(1))
  .min(1)
  .max(limits.pastedEntries, tooManyEntries())
  .refine((list) => new Set(list).size === list.length, { message: '不能重复' });

interface Row {
  readonly id: number;
  readonly source_order_no: string;
  readonly error: string;
  readonly created_by: number | null;
  readonly status: number;
  readonly body: unknown;
}

/** The rows under lock, in the one order of locks; all of them wait to be dealt with. */
async function waiting({ db, actor }: WriteContext, asked: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select r.id, r.source_order_no, r.error, r.created_by, r.status, b.body
    from push_refusal r join push_refusal_body b on b.push_refusal_id = r.id
    where r.id = any(${[...asked]}::bigint[]) and ${isVisible(pushRefusal, actor, 'r')} order by r.id for update of r`.execute(
    db,
  );
  if (rows.length !== asked.length) throw new Refusal('notFound');
  const done = rows.find(({ status }) => status !== is.waiting);
  if (done) throw new Refusal('illegalTransition', `${done.source_order_no} 已处理`);
  return rows;
}

async function told(
  context: WriteContext & { readonly db: Tx },
  rows: readonly Row[],
  what: { action: string; label: string; remark: string },
): Promise<void> {
  await writeAudit(
    context,
    rows.map(({ id, source_order_no: docNo }) => ({ docType: pushRefusal.name, docId: id, docNo, ...what })),
  );
}
