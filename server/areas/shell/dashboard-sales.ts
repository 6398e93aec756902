import { sql } from 'kysely';
import { order, viewOrders } from '#contract/areas/orders/order.ts';
import { type DashboardAnswer, type Sales, salesDays } from '#contract/areas/shell/dashboard.ts';
import { tableOf } from '#contract/kit/definition.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { allows } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';

/** What was sold on this business day and the last ones, by the time of the sale; null without the key of orders. */
export async function salesOf({ db, actor, now }: ReadContext): Promise<DashboardAnswer['sales']> {
  if (!allows(actor, viewOrders)) return null;
  const scoped = scopeCondition(order, actor, 'r');
  const since = (days: number): string =>
    `${businessDay(new Date(now.getTime() - (days - 1) * 86_400_000))}T00:00:00+08:00`;
  const today = sql`r.ordered_at >= ${since(1)}::timestamptz`;
  const { rows } = await sql<{ today_orders: number; today_amount: number } & Sales>`
    select count(*) filter (where ${today})::int as today_orders,
      coalesce(sum(r.paid_amount - r.refund_amount) filter (where ${today}), 0)::bigint as today_amount,
      count(*)::int as orders, coalesce(sum(r.paid_amount - r.refund_amount), 0)::bigint as amount
    from ${sql.table(tableOf(order))} as r
    where r.ordered_at >= ${since(salesDays)}::timestamptz and r.ordered_at <= ${now.toISOString()}::timestamptz
      and r.status <> all(${[...unsold]}::smallint[])${scoped ? sql` and ${scoped}` : sql``}`.execute(db);
  const { today_orders = 0, today_amount = 0, orders = 0, amount = 0 } = rows[0] ?? {};
  return { today: { orders: today_orders, amount: today_amount }, recent: { orders, amount } };
}

/** Waiting for payment, cancelled. */
const unsold = [1, 6];
