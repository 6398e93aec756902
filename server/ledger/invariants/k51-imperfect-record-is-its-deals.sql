-- K51: what an imperfect record has dealt with, and what of it waits to be scrapped, is what its deals say, line by line; where it stands
-- follows from that.
with line as (
  select l.imperfect_record_id as id, l.id as line_id, l.qty, l.deal_qty, l.scrap_qty,
    coalesce(sum(d.qty - d.undone_qty) filter (where d.status = 2), 0) as dealt, coalesce(sum(d.qty) filter (where d.status = 1), 0) as waiting
  from imperfect_record_line l left join imperfect_deal d on d.line_id = l.id and d.imperfect_id = l.imperfect_record_id group by l.id
)
select id, line_id, deal_qty, dealt, scrap_qty, waiting from line
where deal_qty <> dealt or scrap_qty <> waiting or deal_qty + scrap_qty > qty
union all
select r.id, null, r.dealt_qty, sum(l.deal_qty), r.scrap_qty, sum(l.scrap_qty) from imperfect_record r join line l on l.id = r.id
group by r.id having r.total_qty <> sum(l.qty) or r.dealt_qty <> sum(l.deal_qty) or r.scrap_qty <> sum(l.scrap_qty)
  or r.status in (2, 3, 4) and r.status <> case when sum(l.deal_qty) = 0 then 2 when sum(l.deal_qty) < sum(l.qty) then 3 else 4 end
  or r.status in (1, 5, -1) and sum(l.deal_qty) + sum(l.scrap_qty) > 0
union all
-- What went back to a supplier is in the return that it names, no more and no less, and in none that was given up.
select d.imperfect_id, d.line_id, sum(d.qty - d.undone_qty), max(x.qty), null, null
from imperfect_deal d left join lateral (
  select sum(case when b.status = -1 then 0 when b.status in (4, 5) then l.out_qty else l.qty end) as qty
  from back_order b join back_order_line l on l.back_order_id = b.id where b.back_no = d.deal_no and l.source_line_id = d.line_id
) x on true
where d.deal_type = 1 group by d.imperfect_id, d.line_id, d.deal_no having sum(d.qty - d.undone_qty) <> coalesce(max(x.qty), 0);
