-- Stock in batches (decision 0053): every piece in a warehouse or on its way is of one batch, which says whose it is, what it cost and
-- what it came in by. The ledger keeps them; until now batches were only known where goods expire (decision 0015).

-- A batch stands at a location, so that goods on their way keep their cost (amendments G2).
alter table stock_batch add column location_id bigint references location (id);
update stock_batch b set location_id = l.id from location l where l.warehouse_id = b.warehouse_id and l.kind = 'warehouse';
-- Out of the ledger's rows: what the batch held when batches began.
alter table stock_batch add column began_with bigint not null default 0;
-- What all its pieces cost, in fen: the whole amount, so that nothing is lost by rounding a price (amendments G6).
alter table stock_batch add column cost_amount bigint not null default 0;
alter table stock_batch alter column warehouse_id drop not null;

-- What stands there already and has no batch, and what batches promise that nobody took out of them: laid over the shelves as they were
-- shown so far, those that expire first being left (decision 0015). Everything gets one opening batch per key, its cost not known
-- (amendments G1).
create temporary table opening_batch on commit drop as
with laid as (
  select b.id as batch_id, b.location_id, s.warehouse_id, b.sku_id, b.imperfect_type,
    greatest(least(b.qty_remain, s.on_hand - coalesce(sum(b.qty_remain) over (partition by b.location_id, b.sku_id, b.imperfect_type
      order by b.expire_at, b.id rows between unbounded preceding and 1 preceding), 0)), 0)::bigint as qty,
    b.production_date, b.expire_at, b.into_time
  from stock_batch b join stock_balance s using (location_id, sku_id, imperfect_type) where b.qty_remain > 0
)
select batch_id, location_id, warehouse_id, sku_id, imperfect_type, qty, production_date, expire_at, into_time from laid where qty > 0
union all
select null, s.location_id, s.warehouse_id, s.sku_id, s.imperfect_type, s.on_hand - coalesce(l.qty, 0), null, null,
  coalesce(s.last_in_at, now())
from stock_balance s
left join (select location_id, sku_id, imperfect_type, sum(qty)::bigint as qty from laid group by 1, 2, 3) l using (location_id, sku_id, imperfect_type)
where s.guarded and s.on_hand > coalesce(l.qty, 0);
alter table opening_batch add column detail_id bigint;

insert into in_ware_batch (batch_no, in_stock_no, in_type, warehouse_id, plan_qty, count_qty, in_qty, imperfect_qty, into_time, status, remark, created_by, updated_by)
select 'RK000101' || lpad(l.warehouse_id::text, 5, '0'), 'IS000101' || lpad(l.warehouse_id::text, 5, '0'), 6, l.warehouse_id,
  sum(o.qty), sum(o.qty), sum(o.qty), coalesce(sum(o.qty) filter (where o.imperfect_type <> 0), 0), now(), 4, '启用批次时的库存', 1, 1
from opening_batch o join location l on l.id = o.location_id group by l.warehouse_id order by l.warehouse_id;
insert into audit_log (doc_type, doc_id, doc_no, action, label, to_status, admin_id, at)
select 'inWareBatch', b.id, b.batch_no, 'add', '启用批次', 4, 1, now() from in_ware_batch b where b.batch_no like 'RK000101%' order by b.id;

-- Each line remembers the key that it is made for while this runs.
alter table in_ware_batch_detail add column made_for jsonb;
insert into in_ware_batch_detail (in_ware_batch_id, sku_id, imperfect_type, plan_qty, count_qty, in_qty, purchase_price, tax_rate_bp, price_state, cost_price,
  production_date, expire_at, made_for)
select b.id, o.sku_id, o.imperfect_type, o.qty, o.qty, o.qty, 0, 0, 2, 0, o.production_date, o.expire_at,
  jsonb_build_array(o.location_id, o.sku_id, o.imperfect_type, o.batch_id)
from opening_batch o join location l on l.id = o.location_id join in_ware_batch b on b.warehouse_id = l.warehouse_id and b.batch_no like 'RK000101%'
order by o.location_id, o.sku_id, o.imperfect_type, o.batch_id nulls last;
update opening_batch o set detail_id = d.id from in_ware_batch_detail d
where d.made_for = jsonb_build_array(o.location_id, o.sku_id, o.imperfect_type, o.batch_id);
alter table in_ware_batch_detail drop column made_for;
update in_ware_batch_detail set origin_id = id where origin_id is null and is_origin;

update stock_batch set qty_remain = 0, qty_locked = 0;
update stock_batch b set qty_remain = o.qty, began_with = o.qty, in_ware_detail_id = o.detail_id, cost_price = 0 from opening_batch o where o.batch_id = b.id;
-- Rows of goods that had left already said nothing any more.
delete from stock_batch where in_ware_detail_id is null or location_id is null;
create sequence stock_batch_serial;
insert into stock_batch (serial_no, location_id, warehouse_id, sku_id, imperfect_type, in_ware_detail_id, co_model, cost_price, qty_remain, began_with, into_time)
select 'PC' || lpad(nextval('stock_batch_serial')::text, 10, '0'), location_id, warehouse_id, sku_id, imperfect_type, detail_id, 1, 0, qty, qty, into_time
from opening_batch where batch_id is null order by detail_id;

alter table stock_batch
  alter column serial_no set default 'PC' || lpad(nextval('stock_batch_serial')::text, 10, '0'),
  alter column location_id set not null,
  alter column in_ware_detail_id set not null,
  add constraint stock_batch_key unique (location_id, sku_id, imperfect_type, in_ware_detail_id),
  add constraint stock_batch_cost_amount_check check (cost_amount >= 0 and (qty_remain > 0 or cost_amount = 0));
alter sequence stock_batch_serial owned by stock_batch.serial_no;
drop index stock_batch_open;
-- The order in which batches leave: what expires first, else what came first (domain.md §5.2).
create index stock_batch_leaving on stock_batch (location_id, sku_id, imperfect_type, expire_at, into_time, in_ware_detail_id) where qty_remain > 0;
create index stock_batch_newest on stock_batch (sku_id, into_time desc, id desc);

-- Each row of the ledger says which batch moved and what it cost, in the direction of the pieces; rows from before batches do not.
alter table stock_ledger add column in_ware_detail_id bigint references in_ware_batch_detail (id);
alter table stock_ledger add column cost_amount bigint;
create index stock_ledger_batch on stock_ledger (in_ware_detail_id) where in_ware_detail_id is not null;

-- What the stock of a key costs: the sum of its batches.
alter table stock_balance add column cost_amount bigint not null default 0;

-- A promise may name the line it is for and the batch that is promised.
alter table stock_lock add column line_id bigint;
alter table stock_lock add column in_ware_detail_id bigint references in_ware_batch_detail (id);

-- Changes of what stock costs while no piece moves (501), and pieces of a batch that take the place of pieces sold before they came
-- (502): append-only like the ledger, which keeps its `delta <> 0` (amendments G3).
create table stock_value_ledger (
  id bigint generated by default as identity primary key,
  location_id bigint not null references location (id),
  sku_id bigint not null references sku (id),
  imperfect_type smallint not null,
  in_ware_detail_id bigint references in_ware_batch_detail (id),
  biz_type smallint not null constraint stock_value_ledger_biz_type_check check (biz_type in (501, 502)),
  batch_delta bigint not null default 0,
  cost_amount bigint not null,
  happened_at timestamptz not null,
  posted_at timestamptz not null default clock_timestamp(),
  business_date date not null,
  doc_type text not null,
  doc_id bigint not null,
  doc_no text not null,
  line_id bigint,
  op_id uuid not null,
  admin_id bigint not null references admin (id),
  constraint stock_value_ledger_something_check check (batch_delta <> 0 or cost_amount <> 0)
);
create index stock_value_ledger_key on stock_value_ledger (location_id, sku_id, imperfect_type);
create index stock_value_ledger_batch on stock_value_ledger (in_ware_detail_id);
create index stock_value_ledger_document on stock_value_ledger (doc_type, doc_id);
create trigger stock_value_ledger_append_only before update or delete or truncate on stock_value_ledger
  for each statement execute function refuse_change();

create or replace view stock as
select b.id, b.warehouse_id, b.sku_id, s.name as sku_name, s.brand_id, s.category_id, b.imperfect_type,
  b.on_hand as qty_on_hand, b.locked as qty_locked, b.on_hand - b.locked as qty_available,
  coalesce((select t.on_hand from stock_balance t join location l on l.id = t.location_id
    where l.kind = 'transit' and l.warehouse_id = b.warehouse_id and t.sku_id = b.sku_id and t.imperfect_type = b.imperfect_type), 0) as qty_in_transit,
  b.last_in_at, b.last_out_at, greatest(b.last_in_at, b.last_out_at) as last_moved_at, b.cost_amount
from stock_balance b left join sku s on s.id = b.sku_id
where b.warehouse_id is not null;

create or replace view inventory_stream as
select r.id, r.happened_at, r.posted_at, r.business_date, r.warehouse_id, r.sku_id, s.name as sku_name, r.imperfect_type, r.zone,
  r.biz_type, r.balance_before as on_hand_before, r.delta as on_hand_delta, r.balance_after as on_hand_after,
  r.doc_type as source_type, r.doc_id as source_id, r.doc_no as source_no, r.admin_id,
  r.in_ware_detail_id, i.batch_no, r.cost_amount
from stock_ledger r left join sku s on s.id = r.sku_id
  left join in_ware_batch_detail d on d.id = r.in_ware_detail_id left join in_ware_batch i on i.id = d.in_ware_batch_id
where r.warehouse_id is not null;
