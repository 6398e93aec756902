-- What tablets do with allots, as they send it: never edited and never deleted. What is picked and what is counted are sums of these, on
-- top of what was last said of the same line at a desk.

alter table allot_line
  add column counted_qty bigint not null default 0,
  add column counted_imperfect_qty bigint not null default 0,
  add column counted_damage_type smallint constraint allot_line_counted_damage_type_check check (counted_damage_type in (0, 1, 2, 3, 4));

create table allot_entry (
  op_id uuid primary key,
  allot_id bigint not null references allot (id),
  -- 1 at the sender, 2 at the receiver.
  side smallint not null check (side in (1, 2)),
  device_id text not null check (char_length(device_id) between 8 and 64),
  counter_id bigint not null references admin (id),
  seq bigint not null check (seq >= 1),
  kind text not null check (kind in ('add', 'void', 'pack', 'send', 'accept', 'sign')),
  barcode text not null check (char_length(barcode) <= 64),
  sku_id bigint references sku (id),
  line_id bigint references allot_line (id),
  imperfect_type smallint not null check (imperfect_type between 0 and 4),
  qty bigint not null check (case kind when 'add' then qty > 0 else qty = 0 end),
  carton integer check (carton between 1 and 9999),
  -- How often a desk had said how much of the line was picked: an entry adds to the figure that was said last before it.
  statement integer not null,
  counted_at timestamptz not null,
  time_doubtful boolean not null,
  received_at timestamptz not null,
  voids uuid references allot_entry (op_id) check ((kind = 'void') = (voids is not null)),
  outcome text not null check (outcome in ('accepted', 'unknown', 'late')),
  reason text check ((outcome = 'accepted') = (reason is null)),
  check (outcome <> 'accepted' or kind <> 'add' or line_id is not null)
);
create index allot_entry_allot on allot_entry (allot_id, side, device_id, counter_id, seq);
-- Nothing is taken back twice.
create unique index allot_entry_voided on allot_entry (voids) where outcome = 'accepted';

-- What a person made of an entry that did not count by itself: goods of the allot, or a reason why it is none.
create table allot_entry_decision (
  op_id uuid primary key references allot_entry (op_id),
  sku_id bigint references sku (id),
  line_id bigint references allot_line (id),
  statement integer not null,
  reason text check (char_length(reason) <= 500),
  decided_by bigint not null references admin (id),
  decided_at timestamptz not null,
  check ((line_id is null) = (sku_id is null) and (line_id is null) <> (reason is null))
);

-- What a desk last said was picked of a line, and how often it has: what was scanned before that is in the figure, or not, and nobody can tell.
create table allot_out_stated (
  out_line_id bigint primary key references allot_out_line (id) on delete cascade,
  qty bigint not null check (qty >= 0),
  times integer not null check (times >= 1),
  stated_at timestamptz not null,
  stated_by bigint not null references admin (id)
);

-- What a device called a carton that it filled: cartons of two devices are two, whatever both call them.
create table allot_carton_mark (
  allot_carton_id bigint primary key references allot_carton (id),
  device_id text not null,
  counter_id bigint not null references admin (id),
  carton integer not null
);

-- Tablets that work on one end of an allot, as they last spoke of themselves.
create table allot_entry_device (
  allot_id bigint not null references allot (id),
  side smallint not null check (side in (1, 2)),
  device_id text not null check (char_length(device_id) between 8 and 64),
  admin_id bigint not null references admin (id),
  rev bigint not null,
  unsent bigint not null check (unsent >= 0),
  reported_at timestamptz not null,
  primary key (allot_id, side, device_id, admin_id)
);

-- The pieces that count: sent in and not taken back, or counted in by a person afterwards.
create view allot_counted as
select e.op_id, e.allot_id, e.side, e.device_id, e.counter_id, e.carton, e.qty, e.received_at, l.id as line_id, coalesce(d.statement, e.statement) as statement,
  case when e.imperfect_type not in (0, l.imperfect_type) then e.imperfect_type end as damage_type
from allot_entry e left join allot_entry_decision d using (op_id)
join allot_line l on l.id = case when e.outcome = 'accepted' then e.line_id else d.line_id end
where e.kind = 'add' and not exists (select 1 from allot_entry v where v.voids = e.op_id and v.outcome = 'accepted');

create trigger allot_entry_append_only before update or delete or truncate on allot_entry
  for each statement execute function refuse_change();
create trigger allot_entry_decision_append_only before update or delete or truncate on allot_entry_decision
  for each statement execute function refuse_change();
