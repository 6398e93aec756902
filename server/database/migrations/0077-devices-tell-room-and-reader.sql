-- How much room a device has left, and the tag reader that was connected to it last. Builds before this one tell neither.
alter table device_report
  add column storage_quota bigint check (storage_quota >= 0),
  add column reader text check (char_length(reader) <= 64);

create or replace view client_device as
select id, name, device_id, admin_id, page_build, worker_build, waiting_update, shown_as, seen_at < now() - interval '30 minutes' as is_away, unsent,
  (extract(epoch from now() - oldest_at) / 60)::bigint as oldest_minutes, attention, storage_persisted, storage_used / 1048576 as storage_mb,
  round(skew_ms / 1000.0)::bigint as skew_seconds, first_seen_at, seen_at,
  greatest(storage_quota - storage_used, 0) / 1048576 as free_mb, reader
from device_report;
