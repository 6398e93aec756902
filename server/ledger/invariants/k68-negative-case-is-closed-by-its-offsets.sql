-- K68: what of a case is offset are its offsets, in pieces and in money, and it stands where they lead; what took its place went from batches
-- by rows of the value ledger that say the same.
with offsets as (
  select negative_inventory_id as id, sum(qty) as qty, sum(cost_diff) as diff,
    coalesce(sum(qty) filter (where offset_type <> 4), 0) as replaced, coalesce(sum(cost_amount) filter (where offset_type <> 4), 0) as cost
  from negative_inventory_offset group by 1
), rows_of as (
  select doc_id as id, sum(-batch_delta) filter (where in_ware_detail_id is not null) as replaced, sum(-cost_amount) filter (where in_ware_detail_id is not null) as cost,
    sum(batch_delta) filter (where in_ware_detail_id is null) as missing, sum(cost_amount) filter (where in_ware_detail_id is null) as temp
  from stock_value_ledger where biz_type = 502 and doc_type = 'negativeInventory' group by 1
)
select coalesce(n.id, r.id) as id, n.status, n.qty, n.offset_qty, o.qty as offset_by, n.cost_diff, o.diff, o.replaced, r.replaced as of_rows, o.cost, r.cost as cost_of_rows
from negative_inventory n left join offsets o using (id) full join rows_of r using (id)
where n.id is null or n.offset_qty <> coalesce(o.qty, 0) or n.cost_diff <> coalesce(o.diff, 0)
  or n.status <> case when n.offset_qty = 0 then 1 when n.offset_qty < n.qty then 2 else 3 end
  or coalesce(o.replaced, 0) <> coalesce(r.replaced, 0) or coalesce(o.cost, 0) <> coalesce(r.cost, 0)
  or coalesce(r.missing, 0) <> coalesce(r.replaced, 0) or coalesce(r.temp, 0) <> coalesce(r.replaced, 0) * n.temp_cost
  or coalesce(o.diff, 0) <> coalesce(r.cost, 0) - coalesce(r.temp, 0);
