-- K67: the cases of a document's line are the pieces that it took of no batch, at their temporary cost; what came back to them is of no batch
-- either. Rows from before there were batches say no cost.
with missing as (
  select r.location_id, r.sku_id, r.imperfect_type, r.doc_type, r.doc_id, r.line_id, -sum(r.delta) as qty, -sum(r.cost_amount) as cost
  from stock_ledger r join location l on l.id = r.location_id and l.kind in ('warehouse', 'transit')
  where r.in_ware_detail_id is null and r.cost_amount is not null and r.delta < 0 group by 1, 2, 3, 4, 5, 6
), cases as (
  select l.id as location_id, n.sku_id, n.imperfect_type, n.source_type as doc_type, n.source_id as doc_id, n.source_line_id as line_id, sum(n.qty) as qty,
    sum(n.qty * n.temp_cost) as cost
  from negative_inventory n join location l on l.warehouse_id = n.warehouse_id and l.kind = 'warehouse' group by 1, 2, 3, 4, 5, 6
), back as (
  select r.location_id, r.sku_id, r.imperfect_type, sum(r.delta) as qty, sum(r.cost_amount) as cost
  from stock_ledger r join location l on l.id = r.location_id and l.kind in ('warehouse', 'transit')
  where r.in_ware_detail_id is null and r.cost_amount is not null and r.delta > 0 group by 1, 2, 3
), given_back as (
  select l.id as location_id, n.sku_id, n.imperfect_type, sum(o.qty) as qty, sum(o.cost_amount) as cost
  from negative_inventory_offset o join negative_inventory n on n.id = o.negative_inventory_id
    join location l on l.warehouse_id = n.warehouse_id and l.kind = 'warehouse' where o.offset_type = 4 group by 1, 2, 3
)
select 'missing' as what, coalesce(m.location_id, c.location_id) as location_id, coalesce(m.sku_id, c.sku_id) as sku_id,
  coalesce(m.doc_type, c.doc_type) as doc_type, coalesce(m.doc_id, c.doc_id) as doc_id, m.qty, c.qty as of_cases, m.cost, c.cost as cost_of_cases
from missing m full join cases c on (c.location_id, c.sku_id, c.imperfect_type, c.doc_type, c.doc_id) = (m.location_id, m.sku_id, m.imperfect_type, m.doc_type, m.doc_id)
  and coalesce(c.line_id, 0) = coalesce(m.line_id, 0)
where m.qty is distinct from c.qty or m.cost is distinct from c.cost
union all
select 'back', coalesce(b.location_id, g.location_id), coalesce(b.sku_id, g.sku_id), null, null, b.qty, g.qty, b.cost, g.cost
from back b full join given_back g using (location_id, sku_id, imperfect_type) where b.qty is distinct from g.qty or b.cost is distinct from g.cost;
