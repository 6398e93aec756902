import { sql } from 'kysely';
import { shop } from '#contract/areas/partners/shop.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { matrixLimits } from '#contract/areas/replenishment/batch-allot.ts';
import type { Option } from '#contract/kit/calls.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';

interface Asked {
  readonly out_warehouse_id?: number | undefined;
  readonly district_id?: number | undefined;
}

/** The warehouses of shops that are open and that this person sees, by the number of their shop; as many as one batch takes. */
export async function readReceivers(
  { db, actor }: ReadContext,
  { out_warehouse_id: from, district_id: district }: Asked,
): Promise<{ list: Option[]; total: number }> {
  const { rows } = await sql<Option & { total: number }>`
    with recursive below (id) as (
      select o.id from organize o where o.id = ${district ?? null}::bigint
      union
      select o.id from organize o join below b on o.parent_id = b.id)
    select w.id, w.name as title, w.warehouse_no as hint, count(*) over ()::int as total
    from shop s join warehouse w on w.id = s.warehouse_id
    where s.status = ${open} and w.status = 1 and w.id is distinct from ${from ?? null}::bigint
      and (${district ?? null}::bigint is null or s.district_id in (select id from below))
      and ${isVisible(shop, actor, 's')} and ${isVisible(warehouse, actor, 'w')}
    order by s.shop_no limit ${matrixLimits.receivers}`.execute(db);
  return { list: rows.map(({ id, title, hint }) => ({ id, title, hint })), total: rows[0]?.total ?? 0 };
}

const open = 1;
