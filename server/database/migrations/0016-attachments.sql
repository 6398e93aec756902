-- Uploaded files as attachments of records: what each is said to be, who attached it and when, and since when nobody uses one (decision 0027).

alter table stored_file
  add column kind text constraint stored_file_kind_check check (char_length(kind) between 1 and 32),
  add column attached_by bigint constraint stored_file_attached_by_fkey references admin (id),
  add column attached_at timestamptz,
  add column detached_at timestamptz,
  drop constraint stored_file_doc_check,
  add constraint stored_file_doc_check check (num_nulls(doc_type, doc_id, kind, attached_by, attached_at) in (0, 5)),
  -- A file hangs on a record only once it is there whole.
  add constraint stored_file_used_check check (doc_id is null or ready);
create index stored_file_of on stored_file (doc_type, doc_id) where doc_id is not null;
