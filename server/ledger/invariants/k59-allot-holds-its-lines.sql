-- K59: an allot that waits or is to be sent holds each of its lines whole at its sender; what was picked of it is held of its batches; and what was
-- put into cartons is what was picked.
select 'held' as what, o.allot_no, l.id as line_id, l.qty, coalesce(k.qty, 0) as held, coalesce(p.pick_qty, 0) as picked, coalesce(k.batched, 0) as batched
from allot o join allot_line l on l.allot_id = o.id
left join allot_out u on u.allot_id = o.id and u.status in (1, 2, 3) left join allot_out_line p on p.allot_out_id = u.id and p.allot_line_id = l.id
left join lateral (
  select sum(k.qty - k.qty_released) as qty, sum(k.qty - k.qty_released) filter (where k.in_ware_detail_id is not null) as batched,
    bool_and(k.lock_type = 2 and k.sku_id = l.sku_id and k.imperfect_type = l.imperfect_type and w.kind = 'warehouse' and w.warehouse_id = o.out_warehouse_id) as fits
  from stock_lock k join location w on w.id = k.location_id
  where k.doc_type = 'allot' and k.doc_id = o.id and k.line_id = l.id and k.qty_released < k.qty
) k on true
where o.status in (1, 2) and (coalesce(k.qty, 0) <> l.qty or not coalesce(k.fits, true) or coalesce(k.batched, 0) <> coalesce(p.pick_qty, 0))
union all
select 'out', o.allot_no, p.id, p.qty, l.qty, p.pick_qty, l.send_qty
from allot_out u join allot o on o.id = u.allot_id join allot_out_line p on p.allot_out_id = u.id left join allot_line l on l.id = p.allot_line_id
where l.allot_id is distinct from o.id or p.qty <> l.qty or u.status = 4 and coalesce(p.pick_qty, 0) <> l.send_qty
union all
select 'carton', u.out_no, p.id, p.qty, coalesce(c.qty, 0), p.pick_qty, null
from allot_out u join allot_out_line p on p.allot_out_id = u.id
left join (
  select n.out_line_id, sum(n.qty) as qty from allot_carton c join allot_carton_line n on n.allot_carton_id = c.id where c.status <> -1 group by 1
) c on c.out_line_id = p.id
where (u.status = 3 or c.qty is not null) and coalesce(c.qty, 0) <> coalesce(p.pick_qty, 0)
union all
select 'state', coalesce(u.out_no, o.allot_no), o.id, o.status, u.status, null, null
from allot o left join allot_out u on u.allot_id = o.id
where case when o.status = 2 then u.status in (1, 2, 3) when o.status in (3, 4, 5, 6) then u.status = 4 when o.status = -1 then coalesce(u.status, -1) = -1 else u.id is null end
  is not true;
