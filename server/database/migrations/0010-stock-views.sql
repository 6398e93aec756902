-- Stock says when each of its keys last moved, so that what stands still can be listed. Both views join the goods by left
-- join: every row has its goods, and a question that asks nothing of them is spared the join.

create or replace view stock as
select b.id, b.warehouse_id, b.sku_id, s.name as sku_name, s.brand_id, s.category_id, b.imperfect_type,
  b.on_hand as qty_on_hand, b.locked as qty_locked, b.on_hand - b.locked as qty_available,
  coalesce((select t.on_hand from stock_balance t join location l on l.id = t.location_id
    where l.kind = 'transit' and l.warehouse_id = b.warehouse_id and t.sku_id = b.sku_id and t.imperfect_type = b.imperfect_type), 0) as qty_in_transit,
  b.last_in_at, b.last_out_at, greatest(b.last_in_at, b.last_out_at) as last_moved_at
from stock_balance b left join sku s on s.id = b.sku_id
where b.warehouse_id is not null;

create or replace view inventory_stream as
select r.id, r.happened_at, r.posted_at, r.business_date, r.warehouse_id, r.sku_id, s.name as sku_name, r.imperfect_type, r.zone,
  r.biz_type, r.balance_before as on_hand_before, r.delta as on_hand_delta, r.balance_after as on_hand_after,
  r.doc_type as source_type, r.doc_id as source_id, r.doc_no as source_no, r.admin_id
from stock_ledger r left join sku s on s.id = r.sku_id
where r.warehouse_id is not null;
