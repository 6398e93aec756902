-- K07: each line of a posted adjustment moved its quantity in its warehouse, once: in or out, or between two grades; a row for each batch.
select l.id as line_id, a.adjust_no, l.qty, coalesce(sum(r.delta) filter (where r.delta > 0), 0) as came, coalesce(-sum(r.delta) filter (where r.delta < 0), 0) as went
from stock_adjustment a join stock_adjustment_line l on l.stock_adjustment_id = a.id
left join stock_ledger r on r.doc_type = 'stockAdjustment' and r.doc_id = a.id and r.line_id = l.id and r.warehouse_id = a.warehouse_id and r.corrects_count_of is null
where a.status = 2 group by l.id, a.adjust_no, a.adjust_type, l.qty
having (a.adjust_type in (1, 6, 8) and (coalesce(sum(r.delta), 0) <> l.qty or bool_or(r.delta < 0)))
  or (a.adjust_type in (2, 5, 7) and (coalesce(sum(r.delta), 0) <> -l.qty or bool_or(r.delta > 0)))
  or (a.adjust_type in (3, 4) and (coalesce(sum(r.delta), 0) <> 0 or coalesce(sum(r.delta) filter (where r.delta > 0), 0) <> l.qty));
