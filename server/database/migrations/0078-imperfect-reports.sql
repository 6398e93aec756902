-- What was reported from a tablet as imperfect, so that a report that is sent again is the record that it became: never edited and never deleted.
create table imperfect_report (
  op_id uuid primary key,
  imperfect_record_id bigint not null references imperfect_record (id),
  warehouse_id bigint not null references warehouse (id),
  device_id text not null check (char_length(device_id) between 8 and 64),
  admin_id bigint not null references admin (id),
  found_at timestamptz not null,
  time_doubtful boolean not null,
  received_at timestamptz not null
);
create unique index imperfect_report_record on imperfect_report (imperfect_record_id);
create trigger imperfect_report_append_only before update or delete or truncate on imperfect_report
  for each statement execute function refuse_change();

-- Reports can be put away on a tablet like any other work.
alter table scan_put_away drop constraint scan_put_away_kind_check;
alter table scan_put_away add constraint scan_put_away_kind_check
  check (kind in ('stocktaking', 'inbound', 'allotOut', 'allotInto', 'imperfect'));
