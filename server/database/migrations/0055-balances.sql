-- Balances by day (decision 0079): what stood at the end of each day and what moved in it, made of the ledgers and made again from them to
-- the same figures. A row stands only for a day on which its key moved and holds until the day before the next one (`next_date`), so that
-- what stands still for a year costs one row.

-- The day on which the books of stock take what happened on `day`: that day, or, where its period is closed, the first day of the next open
-- one (amendments B and G8). Whoever closes a period keeps postings out while it does.
create function open_business_day(day date) returns date language sql stable as $$
  select case when exists (select 1 from account_period where status = 2 and end_date >= day and start_date <= day)
    then coalesce((select start_date from account_period where status <> 2 and start_date > day order by start_date limit 1), day)
    else day end
$$;

create index stock_ledger_business_date on stock_ledger (business_date);
create index stock_value_ledger_business_date on stock_value_ledger (business_date);

-- Every movement of goods in a warehouse or on their way to one, by whose goods they are. Pieces of no batch (what left before it came,
-- and rows from before there were batches) count as the company's own.
create view stock_movement as
select r.business_date, l.warehouse_id, l.kind = 'transit' as in_transit, r.sku_id, r.imperfect_type, coalesce(b.co_model, 1::smallint) as co_model, b.supplier_id,
  r.biz_type, r.delta as qty, coalesce(r.cost_amount, 0) as amount
from stock_ledger r join location l on l.id = r.location_id and l.kind in ('warehouse', 'transit')
left join stock_batch b on b.location_id = r.location_id and b.sku_id = r.sku_id and b.imperfect_type = r.imperfect_type and b.in_ware_detail_id = r.in_ware_detail_id
union all
select v.business_date, l.warehouse_id, l.kind = 'transit', v.sku_id, v.imperfect_type, coalesce(b.co_model, 1::smallint), b.supplier_id,
  v.biz_type, v.batch_delta, v.cost_amount
from stock_value_ledger v join location l on l.id = v.location_id and l.kind in ('warehouse', 'transit')
left join stock_batch b on b.location_id = v.location_id and b.sku_id = v.sku_id and b.imperfect_type = v.imperfect_type and b.in_ware_detail_id = v.in_ware_detail_id;

-- The same by day and key. Each movement is counted once by what it was: bought (101, and 901 which takes it back), given back (203), from and
-- to other places (102, 202), sold (201, 207), brought back by customers (103), a change of cost (501), and all else. What takes the place of pieces sold before they came
-- (502) corrects what was sold. In and out are the signs of the movements; 502 corrects what went out.
create view stock_day_movement as
select business_date, warehouse_id, sku_id, imperfect_type, co_model, supplier_id,
  coalesce(sum(qty) filter (where not in_transit and qty > 0 and biz_type <> 502), 0)::bigint as in_qty,
  coalesce(-sum(qty) filter (where not in_transit and (qty < 0 or biz_type = 502)), 0)::bigint as out_qty,
  coalesce(sum(amount) filter (where not in_transit and qty > 0 and biz_type <> 502), 0)::bigint as in_amount,
  coalesce(-sum(amount) filter (where not in_transit and (qty < 0 or biz_type = 502)), 0)::bigint as out_amount,
  coalesce(sum(amount) filter (where not in_transit and biz_type = 501), 0)::bigint as adjust_amount,
  coalesce(sum(qty) filter (where in_transit), 0)::bigint as transit_qty,
  coalesce(sum(amount) filter (where in_transit), 0)::bigint as transit_amount,
  coalesce(sum(qty) filter (where not in_transit and biz_type in (101, 901)), 0)::bigint as purchase_qty,
  coalesce(sum(amount) filter (where not in_transit and biz_type in (101, 901)), 0)::bigint as purchase_amount,
  coalesce(-sum(qty) filter (where not in_transit and biz_type = 203), 0)::bigint as back_qty,
  coalesce(-sum(amount) filter (where not in_transit and biz_type = 203), 0)::bigint as back_amount,
  coalesce(sum(qty) filter (where not in_transit and biz_type = 102), 0)::bigint as allot_in_qty,
  coalesce(sum(amount) filter (where not in_transit and biz_type = 102), 0)::bigint as allot_in_amount,
  coalesce(-sum(qty) filter (where not in_transit and biz_type = 202), 0)::bigint as allot_out_qty,
  coalesce(-sum(amount) filter (where not in_transit and biz_type = 202), 0)::bigint as allot_out_amount,
  coalesce(-sum(qty) filter (where not in_transit and biz_type in (201, 207, 502)), 0)::bigint as sale_qty,
  coalesce(-sum(amount) filter (where not in_transit and biz_type in (201, 207, 502)), 0)::bigint as sale_cost,
  coalesce(sum(qty) filter (where not in_transit and biz_type = 103), 0)::bigint as sale_back_qty,
  coalesce(sum(amount) filter (where not in_transit and biz_type = 103), 0)::bigint as sale_back_cost,
  coalesce(sum(qty) filter (where not in_transit and biz_type not in (101, 901, 203, 102, 202, 201, 207, 502, 103, 501)), 0)::bigint as other_qty,
  coalesce(sum(amount) filter (where not in_transit and biz_type not in (101, 901, 203, 102, 202, 201, 207, 502, 103, 501)), 0)::bigint as other_amount
from stock_movement group by 1, 2, 3, 4, 5, 6;

create table stock_balance_snapshot (
  id bigint generated by default as identity primary key,
  balance_date date not null,
  -- The next day on which the key moved: until the day before, this is what stands.
  next_date date not null default 'infinity',
  warehouse_id bigint not null references warehouse (id),
  sku_id bigint not null references sku (id),
  imperfect_type smallint not null,
  co_model smallint not null,
  supplier_id bigint references supplier (id),
  begin_qty bigint not null, in_qty bigint not null, out_qty bigint not null, end_qty bigint not null,
  begin_amount bigint not null, in_amount bigint not null, out_amount bigint not null, adjust_amount bigint not null, end_amount bigint not null,
  -- On the way to the warehouse at the end of the day.
  transit_qty bigint not null, transit_amount bigint not null,
  purchase_qty bigint not null, purchase_amount bigint not null, back_qty bigint not null, back_amount bigint not null,
  allot_in_qty bigint not null, allot_in_amount bigint not null, allot_out_qty bigint not null, allot_out_amount bigint not null,
  sale_qty bigint not null, sale_cost bigint not null, sale_back_qty bigint not null, sale_back_cost bigint not null,
  other_qty bigint not null, other_amount bigint not null,
  constraint stock_balance_snapshot_key unique nulls not distinct (warehouse_id, sku_id, imperfect_type, co_model, supplier_id, balance_date)
);
-- What stands at a day: begun by then, and not followed yet.
create index stock_balance_snapshot_standing on stock_balance_snapshot (next_date, balance_date);

-- The days that are made, without gaps, and how many rows of the ledgers each was made of: where there are more now, it is made again.
create table stock_balance_day (
  day date primary key,
  ledger_rows bigint not null,
  value_rows bigint not null,
  made_at timestamptz not null default clock_timestamp()
);

-- What the balance of a closed month was, kept as it was closed.
create table stock_balance_month (
  -- A backup goes by the key of each table.
  id bigint generated by default as identity primary key,
  period text not null references account_period (period),
  warehouse_id bigint not null references warehouse (id),
  sku_id bigint not null references sku (id),
  imperfect_type smallint not null,
  co_model smallint not null,
  supplier_id bigint references supplier (id),
  begin_qty bigint not null, in_qty bigint not null, out_qty bigint not null, end_qty bigint not null,
  begin_amount bigint not null, in_amount bigint not null, out_amount bigint not null, adjust_amount bigint not null, end_amount bigint not null,
  transit_qty bigint not null, transit_amount bigint not null,
  constraint stock_balance_month_key unique nulls not distinct (period, warehouse_id, sku_id, imperfect_type, co_model, supplier_id)
);

-- What stood before the first day, moved from the first to the last, and stands at its end. A row of the table counts in up to three ways:
-- as what stood before, as what moved, and as what stands.
create function stock_standing(first_day date, last_day date) returns table (
  warehouse_id bigint, sku_id bigint, imperfect_type smallint, co_model smallint, supplier_id bigint,
  begin_qty bigint, in_qty bigint, out_qty bigint, end_qty bigint, begin_amount bigint, in_amount bigint, out_amount bigint, adjust_amount bigint, end_amount bigint,
  transit_qty bigint, transit_amount bigint, purchase_qty bigint, purchase_amount bigint, back_qty bigint, back_amount bigint,
  allot_in_qty bigint, allot_in_amount bigint, allot_out_qty bigint, allot_out_amount bigint, sale_qty bigint, sale_cost bigint,
  sale_back_qty bigint, sale_back_cost bigint, other_qty bigint, other_amount bigint
) language sql stable as $$
  select s.warehouse_id, s.sku_id, s.imperfect_type, s.co_model, s.supplier_id,
    case when s.balance_date < first_day then s.end_qty else 0 end,
    case when s.balance_date >= first_day then s.in_qty else 0 end, case when s.balance_date >= first_day then s.out_qty else 0 end,
    case when s.next_date > last_day then s.end_qty else 0 end,
    case when s.balance_date < first_day then s.end_amount else 0 end,
    case when s.balance_date >= first_day then s.in_amount else 0 end, case when s.balance_date >= first_day then s.out_amount else 0 end,
    case when s.balance_date >= first_day then s.adjust_amount else 0 end,
    case when s.next_date > last_day then s.end_amount else 0 end,
    case when s.next_date > last_day then s.transit_qty else 0 end, case when s.next_date > last_day then s.transit_amount else 0 end,
    case when s.balance_date >= first_day then s.purchase_qty else 0 end, case when s.balance_date >= first_day then s.purchase_amount else 0 end,
    case when s.balance_date >= first_day then s.back_qty else 0 end, case when s.balance_date >= first_day then s.back_amount else 0 end,
    case when s.balance_date >= first_day then s.allot_in_qty else 0 end, case when s.balance_date >= first_day then s.allot_in_amount else 0 end,
    case when s.balance_date >= first_day then s.allot_out_qty else 0 end, case when s.balance_date >= first_day then s.allot_out_amount else 0 end,
    case when s.balance_date >= first_day then s.sale_qty else 0 end, case when s.balance_date >= first_day then s.sale_cost else 0 end,
    case when s.balance_date >= first_day then s.sale_back_qty else 0 end, case when s.balance_date >= first_day then s.sale_back_cost else 0 end,
    case when s.balance_date >= first_day then s.other_qty else 0 end, case when s.balance_date >= first_day then s.other_amount else 0 end
  from stock_balance_snapshot s where s.balance_date <= last_day and s.next_date >= first_day
$$;

-- Movements as finance reads them (domain.md §3.6 inoutWater): the ledgers with what was taxed, sold and booked.
create view inout_water as
select 2 * r.id as id, r.happened_at, r.business_date, r.biz_type, r.doc_no as source_no, r.warehouse_id, b.supplier_id, b.co_model, r.sku_id, r.imperfect_type,
  r.delta as qty, case when r.cost_amount is not null then round(r.cost_amount::numeric / r.delta)::bigint end as cost_price, r.cost_amount as untaxed_amount,
  round(r.cost_amount::numeric * coalesce(d.tax_rate_bp, 0) / 10000)::bigint as tax_amount,
  r.cost_amount + round(r.cost_amount::numeric * coalesce(d.tax_rate_bp, 0) / 10000)::bigint as settle_amount,
  (select min(v.voucher_no) from voucher v where v.source_type = r.doc_type and v.source_id = r.doc_id and v.status <> -1) as voucher_no
from stock_ledger r
left join stock_batch b on b.location_id = r.location_id and b.sku_id = r.sku_id and b.imperfect_type = r.imperfect_type and b.in_ware_detail_id = r.in_ware_detail_id
left join in_ware_batch_detail d on d.id = r.in_ware_detail_id
where r.warehouse_id is not null
union all
select 2 * v.id + 1, v.happened_at, v.business_date, v.biz_type, v.doc_no, l.warehouse_id, b.supplier_id, b.co_model, v.sku_id, v.imperfect_type,
  v.batch_delta, case when v.batch_delta <> 0 then round(v.cost_amount::numeric / v.batch_delta)::bigint end, v.cost_amount,
  round(v.cost_amount::numeric * coalesce(d.tax_rate_bp, 0) / 10000)::bigint,
  v.cost_amount + round(v.cost_amount::numeric * coalesce(d.tax_rate_bp, 0) / 10000)::bigint,
  (select min(x.voucher_no) from voucher x where x.source_type = v.doc_type and x.source_id = v.doc_id and x.status <> -1)
from stock_value_ledger v join location l on l.id = v.location_id and l.kind = 'warehouse'
left join stock_batch b on b.location_id = v.location_id and b.sku_id = v.sku_id and b.imperfect_type = v.imperfect_type and b.in_ware_detail_id = v.in_ware_detail_id
left join in_ware_batch_detail d on d.id = v.in_ware_detail_id;

-- A closed period is opened again by two people: who asks, and who agrees.
alter table account_period
  add column id bigint generated by default as identity constraint account_period_id_key unique,
  -- When it was closed by the database's own clock, after which nothing comes into it.
  add column sealed_at timestamptz,
  add column reopen_by bigint constraint account_period_reopen_by_fkey references admin (id),
  add column reopen_at timestamptz,
  add column reopen_reason text constraint account_period_reopen_reason_check check (char_length(reopen_reason) <= 500);

-- Exports are below 100, everything else above (`contract/areas/tasks/task.ts`).
alter table export_task drop constraint export_task_data_type_check;
alter table export_task add constraint export_task_data_type_check check (data_type between 1 and 6 or data_type between 101 and 199);

-- What was sold on each day, kept for the overview: paid lines less what was cancelled, brought back or refunded, by the day they were paid. A day is made again whenever one
-- of its orders has changed, from the orders alone.
create table overview_day_sales (
  id bigint generated by default as identity primary key,
  day date not null,
  shop_id bigint references shop (id),
  category_id bigint references category (id),
  brand_id bigint references brand (id),
  season_name text,
  qty bigint not null,
  sale_amount bigint not null,
  cost_amount bigint not null,
  -- Of what was sold with a cost that is known: history of another system has none.
  gross_amount bigint not null,
  constraint overview_day_sales_key unique nulls not distinct (day, shop_id, category_id, brand_id, season_name)
);
create table overview_day_orders (
  id bigint generated by default as identity primary key,
  day date not null,
  shop_id bigint references shop (id),
  order_count bigint not null,
  paid_amount bigint not null,
  constraint overview_day_orders_key unique nulls not distinct (day, shop_id)
);
-- Until when changes of orders are in them.
create table overview_made (one boolean primary key default true constraint overview_made_one_check check (one), until timestamptz not null);
create index sale_order_updated_at_of on sale_order (updated_at);

-- An order's lines with the day they count for.
create view overview_line as
select l.*, case when l.is_costed then l.sale_amount - l.cost_amount else 0 end as gross_amount from (select (o.paid_at at time zone 'Asia/Shanghai')::date as day, o.paid_at, o.shop_id, k.category_id, k.brand_id, p.season_name, i.qty - coalesce(i.returned_qty, 0) as qty,
  i.final_amount - i.refund_amount as sale_amount,
  i.cost_amount is not null as is_costed, case when i.qty > 0 then round(coalesce(i.cost_amount, 0)::numeric * (i.qty - i.returned_qty) / i.qty)::bigint else 0 end as cost_amount
from sale_order o join sale_order_item i on i.sale_order_id = o.id join sku k on k.id = i.sku_id join spu p on p.id = k.spu_id
where o.paid_at is not null and o.status <> 6) l;
