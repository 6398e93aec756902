-- K43: each line of an imported order or after-sales whose stock was posted took its pieces out of its warehouse, or brought them
-- back, once; those of the others, and nothing else in their name, moved none. What our own moved is the matter of other laws.
with line as (
  select 'order' as doc_type, o.id as doc_id, i.id as line_id, o.warehouse_id, i.sku_id, i.imperfect_type, 201 as biz_type, -i.qty as moves, o.stock_posted
  from sale_order o join sale_order_item i on i.sale_order_id = o.id where o.imported
  union all
  select 'orderService', s.id, l.id, s.return_warehouse_id, l.sku_id, l.imperfect_type, 103, l.return_qty, s.stock_posted
  from order_service s join order_service_line l on l.order_service_id = s.id where s.imported
), moved as (
  select doc_type, doc_id, line_id, warehouse_id, sku_id, imperfect_type, biz_type, sum(delta) as delta, count(distinct op_id) as rows
  from stock_ledger r where doc_type in ('order', 'orderService') and warehouse_id is not null and corrects_count_of is null
    -- What this house sold or took back itself has laws of its own.
    and not exists (select 1 from sale_order o where r.doc_type = 'order' and o.id = r.doc_id and not o.imported)
    and not exists (select 1 from order_service s where r.doc_type = 'orderService' and s.id = r.doc_id and not s.imported)
  group by 1, 2, 3, 4, 5, 6, 7
)
select doc_type, doc_id, line_id, l.moves, l.stock_posted, m.delta, m.rows
from line l full join moved m using (doc_type, doc_id, line_id, warehouse_id, sku_id, imperfect_type, biz_type)
where case when l.stock_posted then m.delta is distinct from l.moves or m.rows <> 1 else m.rows is not null end;
