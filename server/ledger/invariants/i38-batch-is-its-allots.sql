-- I38: what a batch has for a receiver is what the allot of that receiver asks for, as long as nobody has written it anew.
select b.id, b.batch_allot_no, l.in_warehouse_id, l.qty, coalesce(a.total_qty, 0) as asked
from batch_allot b
join (select batch_allot_id, in_warehouse_id, sum(qty) as qty from batch_allot_line group by 1, 2) l on l.batch_allot_id = b.id
left join allot a on a.source_type = 'batchAllot' and a.source_id = b.id and a.in_warehouse_id = l.in_warehouse_id
where b.status in (2, 3, 4) and coalesce(a.total_qty, 0) <> l.qty
  and not exists (select 1 from audit_log h where h.doc_type = 'allot' and h.doc_id = a.id and h.action = 'edit');
