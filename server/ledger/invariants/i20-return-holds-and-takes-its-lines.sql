-- I20: nobody signs for more of a return than went out, nor does more go out than was asked; while it is judged every line holds its pieces
-- of its batch and no others, and what went out of a batch is what its rows took.
select l.id as line_id, b.back_no, l.qty, l.out_qty, l.sign_qty, coalesce(k.held, 0) as held, coalesce(r.gone, 0) as gone
from back_order b join back_order_line l on l.back_order_id = b.id
join stock_batch s on s.id = l.stock_batch_id
left join lateral (
  select sum(k.qty - k.qty_released) as held, bool_and(k.lock_type = 3 and k.location_id = s.location_id and k.sku_id = s.sku_id
    and k.imperfect_type = s.imperfect_type and k.in_ware_detail_id = s.in_ware_detail_id) as fits
  from stock_lock k where k.doc_type = 'backOrder' and k.doc_id = b.id and k.line_id = l.id and k.qty_released < k.qty
) k on true
left join lateral (
  select -sum(r.delta) as gone, bool_and(r.biz_type = 203 and r.location_id = s.location_id and r.in_ware_detail_id = s.in_ware_detail_id) as fits
  from stock_ledger r where r.doc_type = 'backOrder' and r.doc_id = b.id and r.line_id = l.id and r.warehouse_id is not null and r.corrects_count_of is null
) r on true
where l.sign_qty > l.out_qty or l.out_qty > l.qty
  or coalesce(k.held, 0) <> case when b.status in (1, 2, 3) then l.qty else 0 end or not coalesce(k.fits, true)
  or coalesce(r.gone, 0) <> case when b.status in (4, 5) then l.out_qty else 0 end or not coalesce(r.fits, true)
union all
select b.id, b.back_no, b.total_qty, b.out_qty, b.sign_qty, sum(l.qty), sum(l.amount) from back_order b left join back_order_line l on l.back_order_id = b.id
group by b.id having b.total_qty <> coalesce(sum(l.qty), 0) or b.out_qty <> coalesce(sum(l.out_qty), 0) or b.sign_qty <> coalesce(sum(l.sign_qty), 0)
  or b.total_amount <> coalesce(sum(l.amount), 0);
