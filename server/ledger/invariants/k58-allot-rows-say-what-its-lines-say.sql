-- K58: the rows of an allot are what its lines say, in pieces, and in money from end to end: what was sent left its sender and came into transit at one
-- cost; what was signed for, and what was decided of the rest, left it again.
select l.id as line_id, o.allot_no, l.send_qty, r.gone, r.came, r.left_transit, l.cost_amount, r.came_cost
from allot o join allot_line l on l.allot_id = o.id
left join lateral (
  select coalesce(-sum(r.delta) filter (where r.biz_type = 202 and r.warehouse_id = o.out_warehouse_id), 0) as gone,
    coalesce(sum(r.delta) filter (where r.biz_type = 401), 0) as came,
    coalesce(-sum(r.delta) filter (where r.biz_type = 402), 0) as left_transit,
    coalesce(sum(r.cost_amount) filter (where r.biz_type = 401), 0) as came_cost,
    coalesce(sum(r.delta) filter (where r.biz_type = 102 and r.warehouse_id = o.in_warehouse_id), 0) as signed,
    coalesce(sum(r.delta) filter (where r.biz_type = 106), 0) as found,
    coalesce(sum(r.delta) filter (where r.biz_type = 206), 0) as lost,
    coalesce(bool_and(r.sku_id = l.sku_id and r.imperfect_type = l.imperfect_type), true) as fits
  from stock_ledger r where r.doc_type = 'allot' and r.doc_id = o.id and r.line_id = l.id and r.corrects_count_of is null
) r on true
left join lateral (
  select coalesce(sum(n.diff_qty) filter (where n.decide_type = 4), 0) as accepted
  from allot_diff d join allot_diff_line n on n.allot_diff_id = d.id where d.allot_id = o.id and d.status = 4 and n.allot_line_id = l.id
) d on true
where not r.fits or r.came <> l.send_qty or r.gone <> l.send_qty + d.accepted or r.left_transit <> l.send_qty - l.transit_qty
  or r.signed <> least(l.sign_qty, l.send_qty) or r.found + r.lost <> l.resolved_qty + d.accepted or r.came_cost <> l.cost_amount;
