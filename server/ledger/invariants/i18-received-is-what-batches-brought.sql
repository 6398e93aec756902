-- I18: what came in of a line of a purchase order, and of an appointment, is what the posted batches that were not taken back brought of it.
select 'order' as what, l.id, l.in_qty as said, coalesce(r.qty, 0) as found
from purchase_order_line l
left join (
  select d.purchase_line_id, sum(d.in_qty) as qty from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id
  where b.status = 4 group by 1) r on r.purchase_line_id = l.id
where l.in_qty <> coalesce(r.qty, 0)
union all
select 'arrival', v.id, v.in_qty, coalesce(r.qty, 0)
from arrival_order_line v
left join (
  select d.arrival_line_id, sum(d.in_qty) as qty from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id
  where b.status = 4 group by 1) r on r.arrival_line_id = v.id
where v.in_qty <> coalesce(r.qty, 0);
