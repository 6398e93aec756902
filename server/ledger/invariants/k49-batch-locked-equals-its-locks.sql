-- K49: what a batch calls locked is what documents hold of it (I05).
select coalesce(b.location_id, k.location_id) as location_id, coalesce(b.in_ware_detail_id, k.in_ware_detail_id) as in_ware_detail_id,
  coalesce(b.qty_locked, 0) as locked, coalesce(k.held, 0) as held
from stock_batch b
full join (
  select location_id, sku_id, imperfect_type, in_ware_detail_id, sum(qty - qty_released) as held from stock_lock
  where in_ware_detail_id is not null group by 1, 2, 3, 4
) k using (location_id, sku_id, imperfect_type, in_ware_detail_id)
where coalesce(b.qty_locked, 0) <> coalesce(k.held, 0);
