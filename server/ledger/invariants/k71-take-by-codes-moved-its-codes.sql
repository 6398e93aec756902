-- K71: a posted take by codes made as many codes lost, and brought as many back, as its lines differ by and nothing of them waits.
select t.stocktaking_no, l.id as line_id, l.diff_qty, coalesce(e.moved, 0) as moved, coalesce(f.waiting, 0) as waiting from stocktaking t
join stocktaking_line l on l.stocktaking_id = t.id
left join lateral (
  select count(*) filter (where e.event_type = 15) - count(*) filter (where e.event_type = 14) as moved from code_event e
  where e.doc_type = 'stocktaking' and e.doc_id = t.id and e.line_id = l.id
) e on true
left join (select line_id, sum(qty) as waiting from stocktaking_shortfall where settled_at is null group by 1) f on f.line_id = l.id
where t.status = 6 and t.take_type = 4 and coalesce(e.moved, 0) - coalesce(f.waiting, 0) <> l.diff_qty;
