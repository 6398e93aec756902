-- A line of an imperfect record names the batch that its pieces are of, and tells which ones they were taken from.
alter table imperfect_record_line
  add column stock_batch_id bigint,
  add column taken_from text collate "zh-x-icu" constraint imperfect_record_line_taken_from_check check (char_length(taken_from) <= 200),
  add constraint imperfect_record_line_stock_batch_id_fkey foreign key (stock_batch_id) references stock_batch (id),
  drop constraint imperfect_record_line_key,
  add constraint imperfect_record_line_key unique nulls not distinct (imperfect_record_id, sku_id, from_type, imperfect_type, stock_batch_id);
create index imperfect_record_line_stock_batch_id_of on imperfect_record_line (stock_batch_id);

-- What the posting of an inbound added to its order is known, so that its reversal takes it out again.
alter table in_ware_batch_detail add column added_qty bigint not null default 0;
