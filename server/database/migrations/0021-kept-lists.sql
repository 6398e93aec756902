-- Long lists of values that filters ask for (decision 0039). The id is made of the values: equal lists are one.
create table kept_list (
  id text primary key check (char_length(id) = 22),
  ids bigint[],
  texts text[],
  used_at timestamptz not null,
  check (num_nonnulls(ids, texts) = 1)
);

create index kept_list_used_at on kept_list (used_at);

-- 6 is what a list shows, as its person sees it.
alter table export_task drop constraint export_task_data_type_check,
  add constraint export_task_data_type_check check (data_type between 1 and 6 or data_type between 101 and 109);
