-- Where a rule lets goods go by their batch alone, the line of an allot names it, and so may whoever picks.
alter table allot_line
  add column stock_batch_id bigint constraint allot_line_stock_batch_id_fkey references stock_batch (id);
create index allot_line_stock_batch_id_of on allot_line (stock_batch_id);

alter table allot_out_line
  add column stock_batch_id bigint constraint allot_out_line_stock_batch_id_fkey references stock_batch (id);
create index allot_out_line_stock_batch_id_of on allot_out_line (stock_batch_id);
