import { sql } from 'kysely';
import { orderState } from '#contract/areas/purchasing/purchase-enums.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

interface Progress {
  readonly id: number;
  readonly status: number;
  readonly begun: boolean;
  /** Every line is in or closed. */
  readonly done: boolean;
}

/**
 * Moves the orders of these lines on to where their quantities put them, in the order of their ids: partly arrived, finished, or back
 * (domain.md §4.5). The orders are held by whoever changed the lines. One that is closed stays closed.
 */
export async function moveOrders(
  { registry }: Pick<Kit, 'registry'>,
  context: WriteContext,
  { lineIds, remark }: { lineIds: readonly number[]; remark?: string },
): Promise<void> {
  const { rows } = await sql<Progress>`
    select o.id, o.status, bool_or(l.in_qty > 0) as begun, bool_and(l.in_qty + l.closed_qty >= l.qty) as done
    from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id
    where o.id in (select purchase_order_id from purchase_order_line where id = any(${[...lineIds]}::bigint[]))
    group by o.id order by o.id`.execute(context.db);
  for (const progress of rows) {
    const name = stepFor(progress);
    if (name)
      await runTransition(registry, context, {
        definition: purchaseOrder,
        name,
        id: progress.id,
        ...(remark === undefined ? {} : { remark }),
      });
  }
}

function stepFor({ status, begun, done }: Progress): 'partly' | 'complete' | 'takeBack' | undefined {
  const isOpen = status === orderState.toArrive || status === orderState.partly;
  if (isOpen && done) return 'complete';
  if (status === orderState.toArrive && begun) return 'partly';
  if (status === orderState.partly && !begun) return 'takeBack';
  if (status === orderState.finished && !done) return 'takeBack';
  return undefined;
}
