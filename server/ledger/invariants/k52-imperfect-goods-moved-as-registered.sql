-- K52: a line that was passed moved its pieces into its grade once; what was repaired came back to the good ones, what was scrapped is gone; what
-- waits to be judged or scrapped is held, line by line, batch by batch, and nothing else is.
select l.id as line_id, r.imperfect_no, l.qty, d.restored, d.scrapped, g.*, coalesce(k.held, 0) as held
from imperfect_record r join imperfect_record_line l on l.imperfect_record_id = r.id
cross join lateral (
  select coalesce(sum(d.qty) filter (where d.deal_type = 3 and d.status = 2), 0) as restored,
    coalesce(sum(d.qty) filter (where d.deal_type = 4 and d.status = 2), 0) as scrapped
  from imperfect_deal d where d.imperfect_id = r.id and d.line_id = l.id
) d
cross join lateral (
  select coalesce(-sum(x.delta) filter (where x.biz_type = 208 and x.imperfect_type = l.from_type), 0) as out_of,
    coalesce(sum(x.delta) filter (where x.biz_type = 108 and x.imperfect_type = l.imperfect_type), 0) as into_grade,
    coalesce(-sum(x.delta) filter (where x.biz_type = 208 and x.imperfect_type = l.imperfect_type), 0) as repaired,
    coalesce(sum(x.delta) filter (where x.biz_type = 108 and x.imperfect_type = 0), 0) as good,
    coalesce(-sum(x.delta) filter (where x.biz_type = 205 and x.imperfect_type = l.imperfect_type), 0) as gone,
    count(*) filter (where x.biz_type not in (108, 205, 208) or x.sku_id <> l.sku_id or x.warehouse_id <> r.warehouse_id) as strange
  from stock_ledger x where x.doc_type = 'imperfectRecord' and x.doc_id = r.id and x.line_id = l.id and x.warehouse_id is not null
    and x.corrects_count_of is null
) g
left join lateral (
  select sum(k.qty - k.qty_released) as held, bool_and(k.lock_type = 5 and k.sku_id = l.sku_id and k.in_ware_detail_id is not null
    and k.imperfect_type = case when r.status = 1 then l.from_type else l.imperfect_type end) as fits
  from stock_lock k where k.doc_type = 'imperfectRecord' and k.doc_id = r.id and k.line_id = l.id and k.qty_released < k.qty
) k on true
where g.strange > 0 or g.out_of <> g.into_grade or g.out_of <> case when r.status in (2, 3, 4) then l.qty else 0 end
  or g.repaired <> d.restored or g.good <> d.restored or g.gone <> d.scrapped
  or coalesce(k.held, 0) <> case when r.status = 1 then l.qty else l.scrap_qty end or not coalesce(k.fits, true);
