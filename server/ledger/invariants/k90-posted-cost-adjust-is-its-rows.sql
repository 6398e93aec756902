-- K90 (I57): a posted cost adjustment comes to what its lines do, each line to what the value ledger says of it at warehouses and on the way, and what its supplier
-- is owed for it to its items. One that is not posted has neither.
select 'head' as what, c.id, c.cost_no, c.total_amount as said, l.total as found, c.settle_amount, i.amount as of_items
from cost_adjust c
cross join lateral (
  select coalesce(sum(onhand_amount), 0) as onhand, coalesce(sum(transit_amount), 0) as transit, coalesce(sum(sold_amount), 0) as sold,
    coalesce(sum(onhand_amount + transit_amount + sold_amount), 0) as total, coalesce(sum(settle_amount), 0) as settle
  from cost_adjust_line where cost_adjust_id = c.id) l
left join (
  select source_id, sum(amount) as amount from settle_item where source_type = 'costAdjust' and status <> -1 group by 1) i on i.source_id = c.id
where (c.onhand_amount, c.transit_amount, c.sold_amount, c.total_amount, c.settle_amount) is distinct from (l.onhand, l.transit, l.sold, l.total, l.settle)
  or coalesce(i.amount, 0) <> case when c.status = 3 and c.to_supplier = 1 then c.settle_amount else 0 end
union all
select 'line', l.id, c.cost_no, l.onhand_amount, v.onhand, l.transit_amount, v.transit
from cost_adjust_line l join cost_adjust c on c.id = l.cost_adjust_id and c.status = 3
cross join lateral (
  select coalesce(sum(r.cost_amount) filter (where p.kind = 'warehouse'), 0) as onhand, coalesce(sum(r.cost_amount) filter (where p.kind = 'transit'), 0) as transit
  from stock_value_ledger r join location p on p.id = r.location_id
  where r.doc_type = 'costAdjust' and r.doc_id = c.id and r.line_id = l.id and r.in_ware_detail_id = l.in_ware_detail_id) v
where l.onhand_amount <> v.onhand or l.transit_amount <> v.transit
union all
select 'row', r.id, r.doc_no, r.cost_amount, 0, 0, 0
from stock_value_ledger r left join cost_adjust c on r.doc_type = 'costAdjust' and c.id = r.doc_id and c.status = 3
where r.biz_type = 501 and c.id is null;
