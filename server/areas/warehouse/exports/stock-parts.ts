import { type RawBuilder, sql } from 'kysely';
import { laidBatches } from './laid-batches.ts';

/** stock_line_status of domain.md §2, by name. */
export const partStatus = { free: 1, locked: 2, imperfect: 3, moving: 4 } as const;

const freeStatus = sql`case when imperfect_type = 0 then ${sql.lit(partStatus.free)} else ${sql.lit(partStatus.imperfect)} end`;

/** Pieces of batches that nobody has been promised. */
const batches = sql`select 1 as part, id as part_id, warehouse_id, sku_id, imperfect_type, qty, ${freeStatus} as status, null::smallint as lock_type,
    serial_no, in_ware_detail_id, supplier_id, co_model, cost_price, into_time, expire_at
  from (${laidBatches('free')}) as b where qty > 0`;

/** Nothing is known of where these pieces came from. */
const unknown = sql`null::text, null::bigint, null::bigint, null::smallint, null::bigint, null::timestamptz, null::date`;

/** Free pieces that stand in no batch: stock is older than batches are. */
const unbatched = sql`select 2, 0, s.warehouse_id, s.sku_id, s.imperfect_type, s.on_hand - s.locked - coalesce(l.qty, 0), ${freeStatus}, null::smallint, ${unknown}
  from (select * from stock_balance where warehouse_id is not null) as s
  left join (select warehouse_id as w, sku_id as k, imperfect_type as g, sum(qty) as qty from (${laidBatches('free')}) as b group by 1, 2, 3) as l
    on l.w = s.warehouse_id and l.k = s.sku_id and l.g = s.imperfect_type
  where s.on_hand - s.locked > coalesce(l.qty, 0)`;

/** Promised pieces, by what they are promised for; a promise names no batch. */
const locked = sql`select 3, h.lock_type, e.warehouse_id, h.sku_id, h.imperfect_type, sum(h.qty - h.qty_released), ${sql.lit(partStatus.locked)}, h.lock_type, ${unknown}
  from stock_lock as h join location as e on e.id = h.location_id where h.qty_released < h.qty and e.warehouse_id is not null
  group by e.warehouse_id, h.sku_id, h.imperfect_type, h.lock_type`;

/** Pieces on their way to a warehouse. */
const moving = sql`select 4, 0, e.warehouse_id, t.sku_id, t.imperfect_type, t.on_hand, ${sql.lit(partStatus.moving)}, null::smallint, ${unknown}
  from stock_balance as t join location as e on e.id = t.location_id where e.kind = 'transit' and t.on_hand > 0`;

/**
 * All stock in parts, each piece in exactly one: free in a batch, free without one, promised, or on its way. Of each shelf the
 * parts but the last add up to what is on hand. `part` and `part_id` tell the parts of a shelf apart.
 */
export const stockParts: RawBuilder<unknown> = sql`${batches} union all ${unbatched} union all ${locked} union all ${moving}`;
