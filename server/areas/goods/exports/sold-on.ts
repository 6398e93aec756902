import { type RawBuilder, sql } from 'kysely';
import { order } from '#contract/areas/orders/order.ts';
import { agentChannel } from '#contract/areas/tasks/form-parts.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { Asked } from '#server/tasks/exports/asked.ts';

/**
 * The ids of goods that were sold on the channel a payload names, as far as the person sees the orders; none where no
 * channel is named. `agent` is a channel without a value of its own (amendments F).
 */
export function soldOn(asked: Asked, actor: Actor): RawBuilder<unknown>[] {
  const channel = asked.value<string>('sale_channel_value');
  if (channel === undefined) return [];
  const scoped = scopeCondition(order, actor, 'o');
  const on = sql`(o.sale_channel_value = ${channel}${channel === agentChannel ? sql` or o.sale_channel_type = ${agentChannel}` : sql``})`;
  return [
    sql`select i.sku_id from sale_order_item as i join sale_order as o on o.id = i.sale_order_id where ${on}${scoped ? sql` and ${scoped}` : sql``}`,
  ];
}
