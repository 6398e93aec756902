import { type RawBuilder, sql } from 'kysely';
import type { ExpiringGoods } from '#contract/areas/shell/expiring.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';

/** One row of the answer, with the number of all rows. */
export type Expiring = ExpiringGoods & { total: number };

/**
 * The statement for what is on hand and expires up to and including `until` (a business day), the earliest first, inside the caller's data
 * scope: the batches that the ledger keeps (decision 0053).
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
    with goods as (
      select b.warehouse_id, b.sku_id, b.expire_at, sum(b.qty_remain)::bigint as qty
      from stock_batch b join stock r on r.warehouse_id = b.warehouse_id and r.sku_id = b.sku_id and r.imperfect_type = b.imperfect_type
      where b.qty_remain > 0 and b.expire_at <= ${until}::date${scoped ? sql` and ${scoped}` : sql``}
      group by b.warehouse_id, b.sku_id, b.expire_at
    )
    select p.name as spu_name, to_char(g.expire_at, 'YYYY-MM-DD') as expire_at, k.sku_no, w.name as warehouse_name, g.qty, count(*) over () as total
    from goods g join sku k on k.id = g.sku_id join spu p on p.id = k.spu_id join warehouse w on w.id = g.warehouse_id
    order by g.expire_at, w.warehouse_no, k.sku_no limit ${limit} offset ${offset}`;
}
