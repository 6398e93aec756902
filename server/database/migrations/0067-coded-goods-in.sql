-- Codes come in with the pieces they are on: how many did, line by line of the batch.
alter table in_ware_batch_detail add column coded_qty bigint not null default 0 constraint in_ware_batch_detail_coded_qty_check check (coded_qty >= 0);
