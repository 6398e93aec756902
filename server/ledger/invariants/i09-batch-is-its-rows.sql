-- I09: a batch at a place is what it began with and what its rows brought and took, in pieces and in money, wherever its pieces went.
select coalesce(b.location_id, r.location_id) as location_id, coalesce(b.sku_id, r.sku_id) as sku_id, coalesce(b.imperfect_type, r.imperfect_type) as imperfect_type,
  coalesce(b.in_ware_detail_id, r.in_ware_detail_id) as in_ware_detail_id, b.qty_remain, b.began_with, r.qty, b.cost_amount, r.cost
from stock_batch b
full join (
  select location_id, sku_id, imperfect_type, in_ware_detail_id, sum(qty) as qty, sum(cost) as cost from (
    select r.location_id, r.sku_id, r.imperfect_type, r.in_ware_detail_id, r.delta as qty, r.cost_amount as cost
    from stock_ledger r join location l on l.id = r.location_id where r.in_ware_detail_id is not null and l.kind in ('warehouse', 'transit')
    union all
    select location_id, sku_id, imperfect_type, in_ware_detail_id, batch_delta, cost_amount from stock_value_ledger where in_ware_detail_id is not null
  ) x group by 1, 2, 3, 4
) r using (location_id, sku_id, imperfect_type, in_ware_detail_id)
where coalesce(b.qty_remain, 0) <> coalesce(b.began_with, 0) + coalesce(r.qty, 0) or coalesce(b.cost_amount, 0) <> coalesce(r.cost, 0);
