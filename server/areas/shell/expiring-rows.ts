import { type RawBuilder, sql } from 'kysely';
import type { ExpiringGoods } from '#contract/areas/shell/expiring.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';

/** One row of the answer, with the number of all rows. */
export type Expiring = ExpiringGoods & { total: number };

/**
 * The statement for what is on hand and expires up to and including `until` (a business day), the earliest first, inside the caller's data
 * scope. Batches are not booked out before inbound is there, so the shelf limits them: what is on hand counts as the
 * batches that expire first (decision 0015).
 */
export function expiringRows({
  actor,
  until,
  limit,
  offset,
}: {
  actor: Actor;
  until: string;
  limit: number;
  offset: number;
}): RawBuilder<Expiring> {
  const scoped = scopeCondition(stock, actor, 'r');
  return sql<Expiring>`
    with near as (
      select r.warehouse_id, r.sku_id, b.expire_at, b.qty_remain, r.qty_on_hand - coalesce(sum(b.qty_remain) over (
        partition by r.warehouse_id, r.sku_id, r.imperfect_type order by b.expire_at, b.id rows between unbounded preceding and 1 preceding), 0) as left_over
      from stock_batch b join stock r on r.warehouse_id = b.warehouse_id and r.sku_id = b.sku_id and r.imperfect_type = b.imperfect_type
      where b.qty_remain > 0 and b.expire_at <= ${until}::date and r.qty_on_hand > 0${scoped ? sql` and ${scoped}` : sql``}
    ), goods as (
      select warehouse_id, sku_id, expire_at, sum(least(qty_remain, left_over))::bigint as qty from near where left_over > 0
      group by warehouse_id, sku_id, expire_at
    )
    select p.name as spu_name, to_char(g.expire_at, 'YYYY-MM-DD') as expire_at, k.sku_no, w.name as warehouse_name, g.qty, count(*) over () as total
    from goods g join sku k on k.id = g.sku_id join spu p on p.id = k.spu_id join warehouse w on w.id = g.warehouse_id
    order by g.expire_at, w.warehouse_no, k.sku_no limit ${limit} offset ${offset}`;
}
