-- I04: what stands at a place is its batches less what is missing, and costs what they cost less what is missing. Accounts of other parties
-- hold no batches.
select coalesce(b.location_id, t.location_id) as location_id, coalesce(b.sku_id, t.sku_id) as sku_id, coalesce(b.imperfect_type, t.imperfect_type) as imperfect_type,
  b.on_hand, t.qty, n.open, b.cost_amount, t.cost, n.cost as missing_cost
from (select * from stock_balance where guarded) b
full join (select location_id, sku_id, imperfect_type, sum(qty_remain) as qty, sum(cost_amount) as cost from stock_batch group by 1, 2, 3) t
  using (location_id, sku_id, imperfect_type)
left join (
  select l.id as location_id, n.sku_id, n.imperfect_type, sum(n.open_qty) as open, sum(n.open_qty * n.temp_cost) as cost
  from negative_inventory n join location l on l.warehouse_id = n.warehouse_id and l.kind = 'warehouse' group by 1, 2, 3
) n using (location_id, sku_id, imperfect_type)
where coalesce(b.on_hand, 0) <> coalesce(t.qty, 0) - coalesce(n.open, 0) or coalesce(b.cost_amount, 0) <> coalesce(t.cost, 0) - coalesce(n.cost, 0);
