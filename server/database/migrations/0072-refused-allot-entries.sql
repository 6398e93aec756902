-- Entries of tablets that were refused: whoever asks again because the answer was lost is told the same, however the allot stands by then.
create table allot_entry_refused (
  op_id uuid primary key,
  allot_id bigint not null references allot (id),
  side smallint not null check (side in (1, 2)),
  device_id text not null check (char_length(device_id) between 8 and 64),
  counter_id bigint not null references admin (id),
  kind text not null,
  reason text not null,
  refused_at timestamptz not null
);
create trigger allot_entry_refused_append_only before update or delete or truncate on allot_entry_refused
  for each statement execute function refuse_change();
