import { sql } from 'kysely';
import { z } from 'zod';
import { exportTypeOptions, exportTypesCall } from '#contract/areas/orders/exports.ts';
import { order } from '#contract/areas/orders/order.ts';
import { orderCalls } from '#contract/areas/orders/order-calls.ts';
import { orderLabel } from '#contract/areas/orders/order-label.ts';
import { pushedOrder, pushedPayment } from '#contract/areas/orders/order-push.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { payOrder } from './intake/pay.ts';
import { takeOrder } from './intake/push.ts';

/** The calls of orders that are neither a document nor its steps. */
export function serveOrderCalls(kit: Kit): void {
  const { registry } = kit;
  registry.read(exportTypesCall, z.strictObject({}), async () => [...exportTypeOptions]);
  registry.write(orderCalls.push, pushedOrder, (context, pushed) => takeOrder(kit, context, pushed as never));
  registry.write(
    orderCalls.pay,
    z
      .strictObject({
        order_no: z.string().trim().min(1).max(64).optional(),
        source: z.int().min(1).max(5).optional(),
        source_order_no: z.string().trim().min(1).max(64).optional(),
        sale_channel_type: pushedOrder.shape.sale_channel_type.optional(),
        sale_channel_value: pushedOrder.shape.sale_channel_value,
        payments: z.array(pushedPayment).min(1).max(20),
      })
      .refine(
        (told) => told.order_no !== undefined || (told.source !== undefined && told.source_order_no !== undefined),
        {
          message: '须有订单号，或订单来源与外部订单号',
          path: ['order_no'],
        },
      ) as never,
    (context, told) => payOrder(kit, context, told as never),
  );
  registry.write(
    orderCalls.bindLabels,
    z.strictObject({ order_ids: ids, label_ids: ids, op: z.enum(['add', 'remove']) }),
    bindLabels,
  );
}

const ids = z.array(z.int().min(1)).min(1).max(limits.pastedEntries, tooManyEntries());

/** Puts labels on orders that the caller sees, or takes them off; those of the house are its own. */
async function bindLabels(
  context: WriteContext,
  { order_ids, label_ids, op }: { order_ids: number[]; label_ids: number[]; op: 'add' | 'remove' },
): Promise<{ count: number }> {
  const { db, actor, now } = context;
  const { rows: labels } = await sql<{ id: number; name: string; is_system: boolean; status: number }>`
    select id, name, is_system, status from order_label where id = any(${label_ids}::bigint[])`.execute(db);
  if (labels.length < new Set(label_ids).size) throw new Refusal('notFound', '标签不存在', 'label_ids');
  const barred = labels.find((label) => label.is_system || (op === 'add' && label.status !== 1));
  if (barred)
    throw new Refusal(
      'invalid',
      `“${barred.name}”是系统标签或已停用，不能${op === 'add' ? '打标' : '去除'}`,
      'label_ids',
    );
  const { rows: orders } = await sql<{ id: number; order_no: string }>`
    select o.id, o.order_no from sale_order o where o.id = any(${order_ids}::bigint[]) and ${isVisible(order, actor, 'o')} order by o.id for no key update`.execute(
    db,
  );
  if (orders.length < new Set(order_ids).size) throw new Refusal('notFound', '订单不存在', 'order_ids');
  const own = sql`(select array_agg(x) from unnest(o.label_ids) x where x <> all(${label_ids}::bigint[]))`;
  await sql`
    update sale_order o set label_ids = coalesce(${own}, '{}')${op === 'add' ? sql` || ${label_ids}::bigint[]` : sql``},
      version = version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()}
    where o.id = any(${orders.map(({ id }) => id)}::bigint[])`.execute(db);
  const words = labels.map(({ name }) => name).join('、');
  await writeAudit(
    context,
    orders.map(({ id, order_no }) => ({
      docType: order.name,
      docId: id,
      docNo: order_no,
      action: 'bindLabels',
      label: op === 'add' ? orderLabel.label : `去除${orderLabel.label}`,
      toStatus: null,
      remark: words,
    })),
  );
  return { count: orders.length };
}
