import { sql } from 'kysely';
import { orderRefund, orderRefundStatus } from '#contract/areas/after-sales/order-refund.ts';
import type { orderService } from '#contract/areas/after-sales/order-service.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument } from '#server/kit/step.ts';

interface Making {
  /** The after-sales as it stands after the step, with who dealt with it. */
  readonly service: LockedDocument<typeof orderService>;
  readonly amount: number;
  /** What of it is each line's of the order. */
  readonly lines: readonly { readonly itemId: number; readonly amount: number }[];
}

/** Makes the refund of an after-sales; that it is within what was paid has been judged under the lock of the order. */
export async function makeRefund(
  kit: Pick<Kit, 'numbers'>,
  context: WriteContext,
  { service, amount, lines }: Making,
): Promise<void> {
  const { id } = await createDocument(kit, context, {
    definition: orderRefund,
    status: orderRefundStatus.toAudit,
    values: {
      order_id: service.order_id,
      service_id: service.id,
      amount,
      reason: service.reason,
      dealer_id: service.dealer_id,
    },
    label: `售后单 ${service.service_no}`,
  });
  const rows = JSON.stringify(lines.map((line) => ({ item: line.itemId, amount: line.amount })));
  await sql`
    insert into order_refund_line (order_refund_id, order_item_id, amount)
    select ${id}, e.item, e.amount from jsonb_to_recordset(${rows}::jsonb) as e (item bigint, amount bigint)`.execute(
    context.db,
  );
}
