-- K46: what a submitted document will take out is held for it, line for line: the same goods, grade, warehouse and reason, no more and no
-- less. Goods that left before the latest posted count of their key are not held: that count did not find them (lock-stock.ts).
with wanted as (
  select a.id as doc_id, a.adjust_no as doc_no, a.reason, a.happened_at, w.id as location_id, l.sku_id, l.imperfect_type, sum(l.qty) as qty
  from stock_adjustment a join stock_adjustment_line l on l.stock_adjustment_id = a.id
  join location w on w.warehouse_id = a.warehouse_id and w.kind = 'warehouse'
  where a.status = 1 and a.adjust_type in (2, 3, 4, 5, 7) group by 1, 2, 3, 4, 5, 6, 7
), held as (
  select doc_id, doc_no, reason, location_id, sku_id, imperfect_type, sum(qty - qty_released) as qty from stock_lock
  where doc_type = 'stockAdjustment' and qty_released < qty group by 1, 2, 3, 4, 5, 6
)
select coalesce(n.doc_id, h.doc_id) as doc_id, coalesce(n.sku_id, h.sku_id) as sku_id, coalesce(n.imperfect_type, h.imperfect_type) as imperfect_type,
  coalesce(n.location_id, h.location_id) as location_id, n.qty as wanted, h.qty as held
from wanted n full join held h using (doc_id, doc_no, reason, location_id, sku_id, imperfect_type)
left join stock_balance b on b.location_id = n.location_id and b.sku_id = n.sku_id and b.imperfect_type = n.imperfect_type
where n.qty is distinct from h.qty and not (n.qty is not null and h.qty is null and coalesce(n.happened_at <= b.counted_at, false));
