-- What people have put away on devices instead of sending it: told once each, never edited and never deleted.
create table scan_put_away (
  op_id uuid primary key,
  discarded_op_id uuid not null,
  device_id text not null check (char_length(device_id) between 8 and 64),
  admin_id bigint not null references admin (id),
  kind text not null check (kind in ('stocktaking', 'inbound', 'allotOut', 'allotInto')),
  document_id bigint not null check (document_id >= 1),
  what text not null check (char_length(what) <= 200),
  why text not null check (char_length(why) <= 500),
  reason text not null check (char_length(reason) <= 200),
  discarded_at timestamptz not null,
  received_at timestamptz not null
);
create index scan_put_away_document on scan_put_away (kind, document_id);
create trigger scan_put_away_append_only before update or delete or truncate on scan_put_away
  for each statement execute function refuse_change();
