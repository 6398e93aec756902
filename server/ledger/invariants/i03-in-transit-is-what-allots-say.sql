-- I03: what is in transit to a warehouse is what its allots that are on their way, or whose difference is open, say of their lines; and the rows of
-- each line come to the same.
select l.warehouse_id, coalesce(b.sku_id, a.sku_id) as sku_id, coalesce(b.imperfect_type, a.imperfect_type) as imperfect_type, b.on_hand, a.qty
from (
  select b.*, l.warehouse_id from stock_balance b join location l on l.id = b.location_id and l.kind = 'transit'
) b
full join (
  select l.id as location_id, l.warehouse_id, n.sku_id, n.imperfect_type, sum(n.transit_qty) as qty
  from allot o join allot_line n on n.allot_id = o.id join location l on l.warehouse_id = o.in_warehouse_id and l.kind = 'transit'
  where o.status in (3, 4, 6) group by 1, 2, 3, 4
) a on a.location_id = b.location_id and a.sku_id = b.sku_id and a.imperfect_type = b.imperfect_type
left join location l on l.id = coalesce(b.location_id, a.location_id)
where coalesce(b.on_hand, 0) <> coalesce(a.qty, 0);
