import { type RawBuilder, sql } from 'kysely';

/** What of a shelf the batches are laid on: all that is on hand, or what is not promised. */
type Shelf = 'on_hand' | 'free';

const shelves: Readonly<Record<Shelf, RawBuilder<unknown>>> = {
  on_hand: sql`s.on_hand`,
  free: sql`s.on_hand - s.locked`,
};

/**
 * Open batches with the pieces `qty` of each that still stand there: batches are not booked out before inbound is there, so the
 * shelf limits them, and what is left counts as those that expire first (decision 0015). `shelf_qty` is what they were laid on.
 */
export function laidBatches(shelf: Shelf): RawBuilder<unknown> {
  return sql`select l.*, greatest(least(l.qty_remain, l.shelf_qty - l.before), 0) as qty from (
    select b.id, b.serial_no, b.warehouse_id, b.sku_id, b.imperfect_type, b.in_ware_detail_id, b.supplier_id, b.co_model, b.cost_price, b.qty_remain,
      b.expire_at, b.into_time, ${shelves[shelf]} as shelf_qty, coalesce(sum(b.qty_remain) over (partition by b.warehouse_id, b.sku_id, b.imperfect_type
        order by b.expire_at, b.id rows between unbounded preceding and 1 preceding), 0) as before
    from stock_batch as b join stock_balance as s on s.warehouse_id = b.warehouse_id and s.sku_id = b.sku_id and s.imperfect_type = b.imperfect_type
    where b.qty_remain > 0) as l`;
}
