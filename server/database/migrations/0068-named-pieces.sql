-- A document that makes imperfect pieces good ones holds them until it is passed.
insert into code_edge (from_status, to_status, event_type) values (4, 3, 13);

-- Of an adjustment: the batch that its pieces are of.
alter table stock_adjustment_line
  add column stock_batch_id bigint constraint stock_adjustment_line_stock_batch_id_fkey references stock_batch (id),
  drop constraint stock_adjustment_line_key,
  add constraint stock_adjustment_line_key unique nulls not distinct (stock_adjustment_id, sku_id, imperfect_type, to_imperfect_type, zone, stock_batch_id);
create index stock_adjustment_line_stock_batch_id_of on stock_adjustment_line (stock_batch_id);
