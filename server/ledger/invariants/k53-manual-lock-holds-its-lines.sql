-- K53: a lock by hand holds its lines, no more and no less, until it is let go.
select m.id, m.lock_no, l.id as line_id, l.qty, coalesce(k.held, 0) as held
from manual_lock m join manual_lock_line l on l.manual_lock_id = m.id
left join lateral (
  select sum(k.qty - k.qty_released) as held, bool_and(k.lock_type = 7 and k.sku_id = l.sku_id and k.imperfect_type = l.imperfect_type) as fits
  from stock_lock k where k.doc_type = 'manualLock' and k.doc_id = m.id and k.line_id = l.id and k.qty_released < k.qty
) k on true
where coalesce(k.held, 0) <> case when m.status = 1 then l.qty else 0 end or not coalesce(k.fits, true)
union all
select m.id, m.lock_no, null, m.total_qty, sum(l.qty) from manual_lock m left join manual_lock_line l on l.manual_lock_id = m.id
group by m.id having m.total_qty <> coalesce(sum(l.qty), 0);
