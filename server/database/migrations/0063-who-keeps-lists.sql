-- Who kept a list and when: nobody fills the disk with them.
alter table kept_list add column kept_by bigint references admin (id), add column kept_at timestamptz not null default now();
create index kept_list_kept_by on kept_list (kept_by, kept_at);
