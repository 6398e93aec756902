-- K44: the rows of a posted adjustment are those of its lines, leg by leg: the same goods, grade and zone, in its warehouse and with the
-- counterparty of its type, for the reason of its type, under its number. What keeps a posted count right is of the line's goods too.
with counterpart (adjust_type, sign, location_id, biz_type) as (
  values (1, 1, 3, 105), (2, -1, 3, 205), (5, -1, 4, 205), (6, 1, 1, 105), (7, -1, 2, 205), (8, 1, 6, 107)
), line as (
  select a.id as doc_id, a.adjust_no, a.adjust_type, l.id as line_id, l.sku_id, l.imperfect_type, l.to_imperfect_type, l.zone, l.qty, w.id as here
  from stock_adjustment a join stock_adjustment_line l on l.stock_adjustment_id = a.id
  join location w on w.warehouse_id = a.warehouse_id and w.kind = 'warehouse' where a.status = 2
), leg as (
  select doc_id, adjust_no as doc_no, line_id, sku_id, imperfect_type, zone, here as location_id, c.biz_type, c.sign * qty as delta
  from line join counterpart c using (adjust_type)
  union all
  select doc_id, adjust_no, line_id, sku_id, imperfect_type, zone, c.location_id, c.biz_type, -c.sign * qty from line join counterpart c using (adjust_type)
  union all
  select doc_id, adjust_no, line_id, sku_id, imperfect_type, zone, here, 208, -qty from line where adjust_type in (3, 4)
  union all
  select doc_id, adjust_no, line_id, sku_id, to_imperfect_type, zone, here, 108, qty from line where adjust_type in (3, 4)
), moved as (
  select doc_id, doc_no, line_id, sku_id, imperfect_type, zone, location_id, biz_type, sum(delta) as delta, count(distinct op_id) as rows
  from stock_ledger where doc_type = 'stockAdjustment' and corrects_count_of is null
    -- Of one that is not posted: K06.
    and doc_id in (select id from stock_adjustment where status = 2) group by 1, 2, 3, 4, 5, 6, 7, 8
)
select coalesce(g.doc_id, m.doc_id) as doc_id, coalesce(g.line_id, m.line_id) as line_id, coalesce(g.sku_id, m.sku_id) as sku_id,
  coalesce(g.location_id, m.location_id) as location_id, coalesce(g.biz_type, m.biz_type) as biz_type, g.delta as of_line, m.delta as of_rows
from leg g full join moved m
  on (m.doc_id, m.doc_no, m.line_id, m.sku_id, m.imperfect_type, m.location_id, m.biz_type, coalesce(m.zone, ''))
   = (g.doc_id, g.doc_no, g.line_id, g.sku_id, g.imperfect_type, g.location_id, g.biz_type, coalesce(g.zone, ''))
where g.delta is distinct from m.delta or m.rows <> 1
union all
select r.doc_id, r.line_id, r.sku_id, r.location_id, r.biz_type, null, r.delta from stock_ledger r
left join line l on l.doc_id = r.doc_id and l.line_id = r.line_id
where r.doc_type = 'stockAdjustment' and r.corrects_count_of is not null and r.doc_id in (select id from stock_adjustment where status = 2)
  and not coalesce(r.sku_id = l.sku_id and r.imperfect_type in (l.imperfect_type, l.to_imperfect_type) and r.location_id in (l.here, 3)
    and r.biz_type in (104, 204) and r.doc_no = l.adjust_no, false);
