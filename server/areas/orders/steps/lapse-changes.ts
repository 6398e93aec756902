import { sql } from 'kysely';
import { changePrice } from '#contract/areas/orders/change-price.ts';
import { changeState } from '#contract/areas/orders/order-enums.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** A price that nobody has judged yet is not changed any more. */
export async function lapseChanges(
  { registry }: Pick<Kit, 'registry'>,
  context: WriteContext,
  orderId: number,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from change_price where order_id = ${orderId} and status = ${changeState.waiting} order by id`.execute(
    context.db,
  );
  for (const { id } of rows) await runTransition(registry, context, { definition: changePrice, name: 'lapse', id });
}
