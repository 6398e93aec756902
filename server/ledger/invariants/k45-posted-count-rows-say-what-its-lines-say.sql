-- K45: each row of a posted stocktake is of a line's goods and grade, in its warehouse or on the account of gains and losses, and calls a gain
-- a gain and a loss a loss. Rows that keep other counts right are of the line's goods too, the other way round. How many: I57 and K03.
select r.id, r.doc_id, r.line_id, r.sku_id, r.imperfect_type, r.location_id, r.biz_type from stock_ledger r
left join stocktaking t on t.id = r.doc_id
left join location w on w.warehouse_id = t.warehouse_id and w.kind = 'warehouse'
left join stocktaking_line l on l.stocktaking_id = t.id and l.id = r.line_id
where r.doc_type = 'stocktaking'
  and not coalesce(r.sku_id = l.sku_id and r.imperfect_type = l.imperfect_type and r.doc_no = t.stocktaking_no and r.location_id in (w.id, 3)
    and r.biz_type = case when (r.delta > 0) = (r.location_id = w.id) then 104 else 204 end, false);
