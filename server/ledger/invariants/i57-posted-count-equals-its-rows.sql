-- A posted line's rows and what still waits add up to its difference; what keeps a later count right is not part of it.
select t.stocktaking_no, l.id as line_id, l.diff_qty, coalesce(r.moved, 0) as moved, coalesce(f.waiting, 0) as waiting from stocktaking t
join stocktaking_line l on l.stocktaking_id = t.id
left join (select line_id, doc_id, sum(delta) as moved from stock_ledger where doc_type = 'stocktaking' and warehouse_id is not null and corrects_count_of is null group by 1, 2) r on r.line_id = l.id and r.doc_id = t.id
left join (select line_id, sum(qty) as waiting from stocktaking_shortfall where settled_at is null group by 1) f on f.line_id = l.id
where t.status = 6 and coalesce(r.moved, 0) - coalesce(f.waiting, 0) <> l.diff_qty;
