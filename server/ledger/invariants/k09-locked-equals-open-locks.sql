-- I02: what a balance calls locked is what documents hold of it.
select coalesce(b.location_id, k.location_id) as location_id, coalesce(b.sku_id, k.sku_id) as sku_id, coalesce(b.locked, 0) as locked, coalesce(k.held, 0) as held
from stock_balance b
full join (select location_id, sku_id, imperfect_type, sum(qty - qty_released) as held from stock_lock group by 1, 2, 3) k using (location_id, sku_id, imperfect_type)
where coalesce(b.locked, 0) <> coalesce(k.held, 0);
