-- What tablets do with deliveries of orders, as they send it: never edited and never deleted. What is picked is a sum of these, on top of what a desk
-- said last.

create table order_out_entry (
  op_id uuid primary key,
  order_out_id bigint not null references order_out (id),
  device_id text not null check (char_length(device_id) between 8 and 64),
  counter_id bigint not null references admin (id),
  seq bigint not null check (seq >= 1),
  kind text not null check (kind in ('add', 'void', 'pack', 'send')),
  barcode text not null check (char_length(barcode) <= 64),
  sku_id bigint references sku (id),
  code_id bigint references piece_code (id),
  -- The grade that it counts in; where it counts for nothing, the one it was seen in.
  imperfect_type smallint not null check (imperfect_type between 0 and 4),
  qty bigint not null check (case kind when 'add' then qty > 0 else qty = 0 end),
  -- How often a desk had said what was picked: an entry adds to the figures that were said last before it.
  statement integer not null,
  counted_at timestamptz not null,
  time_doubtful boolean not null,
  received_at timestamptz not null,
  voids uuid references order_out_entry (op_id) check ((kind = 'void') = (voids is not null)),
  outcome text not null check (outcome in ('accepted', 'unknown', 'late')),
  reason text check ((outcome = 'accepted') = (reason is null)),
  check (outcome <> 'accepted' or kind <> 'add' or sku_id is not null)
);
create index order_out_entry_out on order_out_entry (order_out_id, device_id, counter_id, seq);
-- Nothing is taken back twice.
create unique index order_out_entry_voided on order_out_entry (voids) where outcome = 'accepted';

-- What a person made of an entry that did not count by itself: goods of the delivery, or a reason why it is none.
create table order_out_entry_decision (
  op_id uuid primary key references order_out_entry (op_id),
  sku_id bigint references sku (id),
  imperfect_type smallint not null check (imperfect_type between 0 and 4),
  statement integer not null,
  reason text check (char_length(reason) <= 500),
  decided_by bigint not null references admin (id),
  decided_at timestamptz not null,
  check ((sku_id is null) <> (reason is null))
);

-- Entries that were refused: whoever asks again because the answer was lost is told the same.
create table order_out_entry_refused (
  op_id uuid primary key,
  order_out_id bigint not null references order_out (id),
  device_id text not null check (char_length(device_id) between 8 and 64),
  counter_id bigint not null references admin (id),
  kind text not null,
  reason text not null,
  refused_at timestamptz not null
);

-- What a desk last said was picked of the goods of a delivery, and how often it has: what was scanned before that is in the figure, or not, and nobody can tell.
create table order_out_stated (
  order_out_id bigint not null references order_out (id),
  sku_id bigint not null references sku (id),
  imperfect_type smallint not null check (imperfect_type between 0 and 4),
  qty bigint not null check (qty >= 0),
  times integer not null check (times >= 1),
  stated_at timestamptz not null,
  stated_by bigint not null references admin (id),
  primary key (order_out_id, sku_id, imperfect_type)
);

-- Tablets that work on a delivery, as they last spoke of themselves.
create table order_out_entry_device (
  order_out_id bigint not null references order_out (id),
  device_id text not null check (char_length(device_id) between 8 and 64),
  admin_id bigint not null references admin (id),
  rev bigint not null,
  unsent bigint not null check (unsent >= 0),
  reported_at timestamptz not null,
  primary key (order_out_id, device_id, admin_id)
);

-- The pieces that count: sent in and not taken back, or counted in by a person afterwards.
create view order_out_counted as
select e.op_id, e.order_out_id, e.device_id, e.counter_id, e.qty, e.code_id, coalesce(d.sku_id, e.sku_id) as sku_id, coalesce(d.imperfect_type, e.imperfect_type) as imperfect_type,
  coalesce(d.statement, e.statement) as statement
from order_out_entry e left join order_out_entry_decision d using (op_id)
where e.kind = 'add' and (e.outcome = 'accepted' or d.sku_id is not null)
  and not exists (select 1 from order_out_entry v where v.voids = e.op_id and v.outcome = 'accepted');

create trigger order_out_entry_append_only before update or delete or truncate on order_out_entry
  for each statement execute function refuse_change();
create trigger order_out_entry_decision_append_only before update or delete or truncate on order_out_entry_decision
  for each statement execute function refuse_change();
create trigger order_out_entry_refused_append_only before update or delete or truncate on order_out_entry_refused
  for each statement execute function refuse_change();

-- Picks of orders can be put away on a tablet like any other work.
alter table scan_put_away drop constraint scan_put_away_kind_check,
  add constraint scan_put_away_kind_check check (kind in ('stocktaking', 'inbound', 'allotOut', 'allotInto', 'orderOut', 'imperfect'));
