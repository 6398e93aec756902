-- K50: what documents took out of a warehouse for good (returned, lost in a count, otherwise out) stands in outbound records, goods by goods and
-- batch by batch, with what it cost, and nothing else does; the figures above the lines are theirs. Rows from before batches have no record, and
-- what keeps a count right left nowhere.
with moved as (
  select r.doc_type, r.doc_id, r.warehouse_id, r.sku_id, r.imperfect_type, r.in_ware_detail_id, -sum(r.delta) as qty, -sum(r.cost_amount) as cost
  from stock_ledger r where r.warehouse_id is not null and r.delta < 0 and r.biz_type in (203, 204, 205) and r.corrects_count_of is null
    and r.in_ware_detail_id is not null and r.doc_type in ('backOrder', 'imperfectRecord', 'stockAdjustment', 'stocktaking')
  group by 1, 2, 3, 4, 5, 6
), recorded as (
  select o.source_type as doc_type, o.source_id as doc_id, o.warehouse_id, l.sku_id, l.imperfect_type, b.in_ware_detail_id, sum(l.qty) as qty, sum(l.amount) as cost
  from out_ware_detail o join out_ware_detail_line l on l.out_ware_detail_id = o.id left join stock_batch b on b.id = l.stock_batch_id
  where o.out_type in (3, 4, 5) group by 1, 2, 3, 4, 5, 6
)
select doc_type, doc_id, warehouse_id, sku_id, imperfect_type, m.qty, r.qty as recorded, m.cost, r.cost as recorded_cost
from moved m full join recorded r using (doc_type, doc_id, warehouse_id, sku_id, imperfect_type, in_ware_detail_id)
where m.qty is distinct from r.qty or m.cost is distinct from r.cost
union all
select o.source_type, o.source_id, o.warehouse_id, null, null, o.total_qty, sum(l.qty), o.total_cost, sum(l.amount)
from out_ware_detail o left join out_ware_detail_line l on l.out_ware_detail_id = o.id
group by o.id having o.total_qty is distinct from sum(l.qty) or o.total_cost is distinct from sum(l.amount);
