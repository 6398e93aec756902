-- I04: what stands at a place is its batches, and costs what they cost. Accounts of other parties hold no batches.
select coalesce(b.location_id, t.location_id) as location_id, coalesce(b.sku_id, t.sku_id) as sku_id, coalesce(b.imperfect_type, t.imperfect_type) as imperfect_type,
  b.on_hand, t.qty, b.cost_amount, t.cost
from (select * from stock_balance where guarded) b
full join (select location_id, sku_id, imperfect_type, sum(qty_remain) as qty, sum(cost_amount) as cost from stock_batch group by 1, 2, 3) t
  using (location_id, sku_id, imperfect_type)
where coalesce(b.on_hand, 0) <> coalesce(t.qty, 0) or coalesce(b.cost_amount, 0) <> coalesce(t.cost, 0);
