-- I56 (amendments A): for a key of a posted stocktake, the book at T equals what was found, however much is posted later,
-- until another stocktake counts it. Rows that a count is known not to have seen are apart from what it found. What waits for its locks is still missing from the book.
select t.stocktaking_no, l.sku_id, l.imperfect_type, l.final_qty, x.book_at_t from stocktaking t
join stocktaking_line l on l.stocktaking_id = t.id
join location w on w.warehouse_id = t.warehouse_id and w.kind = 'warehouse'
cross join lateral (
  select coalesce((select b.on_hand from stock_balance b where b.location_id = w.id and b.sku_id = l.sku_id and b.imperfect_type = l.imperfect_type), 0)
    - coalesce((select sum(r.delta) from stock_ledger r where r.location_id = w.id and r.sku_id = l.sku_id and r.imperfect_type = l.imperfect_type and r.happened_at > l.counted_at), 0)
    - coalesce((select sum(r.delta) from stock_ledger r where r.location_id = w.id and r.sku_id = l.sku_id and r.imperfect_type = l.imperfect_type and r.unseen_by = t.id), 0)
    - coalesce((select sum(f.qty) from stocktaking_shortfall f where f.line_id = l.id and f.settled_at is null), 0) as book_at_t
) x
-- A take by codes counts no pieces without one: which codes it took and brought back is K71.
where t.status = 6 and t.take_type <> 4 and l.final_qty <> x.book_at_t
  and not exists (
    select 1 from stocktaking later join stocktaking_line n on n.stocktaking_id = later.id
    where later.status = 6 and later.take_type <> 4 and later.warehouse_id = t.warehouse_id and n.sku_id = l.sku_id and n.imperfect_type = l.imperfect_type and later.id <> t.id and n.counted_at >= l.counted_at);
