-- A lock made by hand is let go of from the list of promised pieces, on the version of it that stood there.

create or replace view held_stock as
select k.id, l.warehouse_id, k.sku_id, k.imperfect_type, b.serial_no, k.lock_type, k.qty - k.qty_released as qty, k.doc_type as source_type,
  k.doc_id as source_id, k.doc_no as source_no, k.reason, k.created_at as locked_at, m.expire_at, k.admin_id, m.version as lock_version
from stock_lock k join location l on l.id = k.location_id
  left join stock_batch b on b.location_id = k.location_id and b.sku_id = k.sku_id and b.imperfect_type = k.imperfect_type
    and b.in_ware_detail_id = k.in_ware_detail_id
  left join manual_lock m on k.doc_type = 'manualLock' and m.id = k.doc_id
where k.qty_released < k.qty
union all
select -f.stocktaking_id, f.warehouse_id, null, null, null, 4::smallint, 0::bigint, 'stocktaking', t.id, t.stocktaking_no, '盘点冻结', t.snapshot_at, null,
  t.created_by, null
from stock_freeze f join stocktaking t on t.id = f.stocktaking_id;
