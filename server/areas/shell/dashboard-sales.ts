import { sql } from 'kysely';
import { order, viewOrders } from '#contract/areas/orders/order.ts';
import { orderState } from '#contract/areas/orders/order-enums.ts';
import { listAddress } from '#contract/areas/shell/addresses.ts';
import { type DashboardAnswer, type Sales, salesDays } from '#contract/areas/shell/dashboard.ts';
import { tableOf } from '#contract/kit/definition.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { allows } from '#server/identity/actor.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { conditionsOf, whereClause } from '#server/kit/list-query.ts';

/** What was sold on this business day and the last ones, by the time of the sale, each with its list; null without the key of orders. */
export async function salesOf({ db, actor, now }: ReadContext): Promise<DashboardAnswer['sales']> {
  if (!allows(actor, viewOrders)) return null;
  const since = (days: number): string =>
    `${businessDay(new Date(now.getTime() - (days - 1) * 86_400_000))}T00:00:00+08:00`;
  const asked = (days: number) => ({ status: sold, ordered_at_from: since(days), ordered_at_to: now.toISOString() });
  const today = sql`r.ordered_at >= ${since(1)}::timestamptz`;
  const { rows } = await sql<Record<'today_orders' | 'today_amount' | 'orders' | 'amount', number>>`
    select count(*) filter (where ${today})::int as today_orders,
      coalesce(sum(r.paid_amount - r.refund_amount) filter (where ${today}), 0)::bigint as today_amount,
      count(*)::int as orders, coalesce(sum(r.paid_amount - r.refund_amount), 0)::bigint as amount
    from ${sql.table(tableOf(order))} as r${whereClause(conditionsOf(seenBy(order, actor), actor, asked(salesDays)))}`.execute(
    db,
  );
  const { today_orders = 0, today_amount = 0, orders = 0, amount = 0 } = rows[0] ?? {};
  const at = (days: number): Pick<Sales, 'url'> => ({
    url: listAddress(order, { ...asked(days), status: JSON.stringify(sold) }) ?? '',
  });
  return {
    today: { orders: today_orders, amount: today_amount, ...at(1) },
    recent: { orders, amount, ...at(salesDays) },
  };
}

const unsold: readonly number[] = [orderState.toPay, orderState.cancelled];
const sold = Object.values<number>(orderState).filter((state) => !unsold.includes(state));
