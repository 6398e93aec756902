-- K05: a warehouse or a van holds no less than nothing, and promises no more than it holds.
select b.id, b.location_id, b.sku_id, b.on_hand, b.locked from stock_balance b join location l on l.id = b.location_id
where (l.kind in ('warehouse', 'transit')) <> b.guarded or (l.kind in ('warehouse', 'transit') and (b.on_hand < 0 or b.locked < 0 or b.locked > b.on_hand));
