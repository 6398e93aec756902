-- K120: an order that is not paid holds all of its goods; one that is paid holds what is still to be sent where a delivery of it is open; no other holds
-- anything. It has one open delivery at most, of just what is still to be sent.
with held as (
  select doc_id, line_id, sum(qty - qty_released) as qty from stock_lock where doc_type = 'order' and qty_released < qty group by 1, 2
), wanted as (
  select o.id, o.status, i.id as line_id, case
      when o.status = 1 then i.qty
      when o.status in (2, 3) and exists (select 1 from order_out d where d.order_id = o.id and d.status in (1, 2, 3)) then i.qty - i.shipped_qty - i.cancelled_qty
      else 0 end as qty
  from sale_order o join sale_order_item i on i.sale_order_id = o.id where not o.imported
)
select 'held' as what, coalesce(w.id, h.doc_id) as order_id, coalesce(w.line_id, h.line_id) as line_id, w.qty, h.qty as held
from wanted w full join held h on h.doc_id = w.id and h.line_id = w.line_id where coalesce(w.qty, 0) <> coalesce(h.qty, 0)
union all
select 'open', d.order_id, null, count(*), null from order_out d where d.status in (1, 2, 3) group by d.order_id having count(*) > 1;
