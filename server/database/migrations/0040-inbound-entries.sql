-- What tablets count of goods that come in, as they send it: never edited and never deleted. The lines of a batch are what these add up
-- to, on top of what was last said of the same goods at a desk.

create table in_ware_batch_entry (
  op_id uuid primary key,
  in_ware_batch_id bigint not null references in_ware_batch (id),
  device_id text not null check (char_length(device_id) between 8 and 64),
  counter_id bigint not null references admin (id),
  seq bigint not null check (seq >= 1),
  kind text not null check (kind in ('add', 'void')),
  barcode text not null check (char_length(barcode) between 1 and 64),
  sku_id bigint references sku (id),
  imperfect_type smallint not null check (imperfect_type between 0 and 4),
  production_date date,
  expire_at date check (expire_at > production_date),
  qty bigint not null check (case kind when 'add' then qty > 0 else qty = 0 end),
  counted_at timestamptz not null,
  time_doubtful boolean not null,
  received_at timestamptz not null,
  voids uuid references in_ware_batch_entry (op_id) check ((kind = 'void') = (voids is not null)),
  outcome text not null check (outcome in ('accepted', 'unknown', 'late')),
  reason text check ((outcome = 'accepted') = (reason is null)),
  -- What counts is of known goods; a taking-back is of what it takes back.
  check (outcome <> 'accepted' or kind = 'void' or sku_id is not null)
);
create index in_ware_batch_entry_batch on in_ware_batch_entry (in_ware_batch_id, device_id, counter_id, seq);
-- Nothing is taken back twice.
create unique index in_ware_batch_entry_voided on in_ware_batch_entry (voids) where outcome = 'accepted';

-- What a person made of an entry that did not count by itself: goods of the batch, or a reason why it is none.
create table in_ware_batch_entry_decision (
  op_id uuid primary key references in_ware_batch_entry (op_id),
  sku_id bigint references sku (id),
  reason text check (char_length(reason) <= 500),
  decided_by bigint not null references admin (id),
  decided_at timestamptz not null,
  check ((sku_id is null) <> (reason is null))
);

-- When goods of a batch were last counted at a desk: what was scanned before that is in that figure, or not, and nobody can tell.
create table in_ware_batch_stated (
  in_ware_batch_id bigint not null references in_ware_batch (id),
  sku_id bigint not null references sku (id),
  stated_at timestamptz not null,
  stated_by bigint not null references admin (id),
  primary key (in_ware_batch_id, sku_id)
);

-- Tablets that count a batch, as they last spoke of themselves.
create table in_ware_batch_device (
  in_ware_batch_id bigint not null references in_ware_batch (id),
  device_id text not null check (char_length(device_id) between 8 and 64),
  admin_id bigint not null references admin (id),
  rev bigint not null,
  unsent bigint not null check (unsent >= 0),
  reported_at timestamptz not null,
  primary key (in_ware_batch_id, device_id, admin_id)
);

create trigger in_ware_batch_entry_append_only before update or delete or truncate on in_ware_batch_entry
  for each statement execute function refuse_change();
create trigger in_ware_batch_entry_decision_append_only before update or delete or truncate on in_ware_batch_entry_decision
  for each statement execute function refuse_change();
