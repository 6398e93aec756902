-- A piece that is scanned by its own code: the entry says which it is.
alter table allot_entry add column code_id bigint references piece_code (id), add check (code_id is null or qty <= 1);
create index allot_entry_code on allot_entry (code_id) where code_id is not null;

-- Of a difference the missing pieces that have codes.
alter table allot_diff_line add column code_ids bigint[] not null default '{}';
