-- K08: drafts, rejected and cancelled documents left nothing in the ledger and hold no lock; only waiting ones may hold locks.
select 'ledger' as what, r.doc_type, r.doc_id from stock_ledger r join stock_adjustment a on r.doc_type = 'stockAdjustment' and a.id = r.doc_id and a.status <> 2
union all
select 'lock', k.doc_type, k.doc_id from stock_lock k join stock_adjustment a on k.doc_type = 'stockAdjustment' and a.id = k.doc_id and a.status <> 1 where k.qty_released < k.qty
union all
select 'freeze', 'stocktaking', f.stocktaking_id from stock_freeze f join stocktaking t on t.id = f.stocktaking_id where t.status not between 1 and 5;
