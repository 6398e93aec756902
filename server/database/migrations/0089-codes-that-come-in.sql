-- What a tablet counts of a batch says which piece it was, where its own code was read: one piece counts once.
alter table in_ware_batch_entry add column code_id bigint references piece_code (id);
create index in_ware_batch_entry_code on in_ware_batch_entry (in_ware_batch_id, code_id) where code_id is not null;
