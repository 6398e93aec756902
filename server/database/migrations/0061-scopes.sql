-- What carries a supplier, a shop, a warehouse or goods is under the data scope of each (amendments H11): vouchers by their entries, the money of
-- orders by where they are received, files of codes by what they are about.

alter table voucher
  add column supplier_ids bigint[] not null default '{}',
  add column shop_ids bigint[] not null default '{}',
  add column warehouse_ids bigint[] not null default '{}';

create function keep_voucher_places() returns trigger language plpgsql as $$
begin
  update voucher v set (supplier_ids, shop_ids, warehouse_ids) = (
    select coalesce(array_agg(distinct supplier_id) filter (where supplier_id is not null), '{}'),
      coalesce(array_agg(distinct shop_id) filter (where shop_id is not null), '{}'),
      coalesce(array_agg(distinct warehouse_id) filter (where warehouse_id is not null), '{}')
    from voucher_entry where voucher_id = v.id)
  where v.id in (select voucher_id from changed);
  return null;
end
$$;
create trigger voucher_places_added after insert on voucher_entry referencing new table as changed for each statement execute function keep_voucher_places();
create trigger voucher_places_changed after update on voucher_entry referencing new table as changed for each statement execute function keep_voucher_places();
create trigger voucher_places_removed after delete on voucher_entry referencing old table as changed for each statement execute function keep_voucher_places();
update voucher v set (supplier_ids, shop_ids, warehouse_ids) = (
  select coalesce(array_agg(distinct supplier_id) filter (where supplier_id is not null), '{}'),
    coalesce(array_agg(distinct shop_id) filter (where shop_id is not null), '{}'),
    coalesce(array_agg(distinct warehouse_id) filter (where warehouse_id is not null), '{}')
  from voucher_entry where voucher_id = v.id);

alter table code_file add column warehouse_id bigint constraint code_file_warehouse_id_fkey references warehouse (id);
create index code_file_warehouse_id_of on code_file (warehouse_id);
update code_file f set warehouse_id = coalesce(
  (select warehouse_id from code_order o where o.id = f.code_order_id),
  case f.source_type when 'stocktaking' then (select warehouse_id from stocktaking s where s.id = f.source_id)
    when 'stockAdjustment' then (select warehouse_id from stock_adjustment a where a.id = f.source_id)
    when 'inWareBatch' then (select warehouse_id from in_ware_batch b where b.id = f.source_id)
    when 'backOrder' then (select warehouse_id from back_order k where k.id = f.source_id) end);

create or replace view purchase_finance as
select o.id, o.purchase_no, o.supplier_id, o.purchaser_id, o.co_model, o.created_at as order_time, o.total_amount as order_amount, p.amount as prepay_amount,
  r.amount as in_amount, b.amount as back_amount, f.amount as fine_amount, (r.checked + b.checked)::bigint as check_amount, (r.paid + b.paid)::bigint as paid_amount,
  u.amount as unpaid_amount,
  (case when r.amount > 0 and u.amount <= 0 and o.co_model = 1 then 4 when r.paid + b.paid <> 0 then 3 when p.amount > 0 then 2 else 1 end)::smallint as pay_state,
  o.warehouse_id
from purchase_order o
cross join lateral (
  select coalesce(sum(l.amount), 0)::bigint as amount from payment_line l join payment m on m.id = l.payment_id where l.purchase_id = o.id and m.status = 4) p
cross join lateral (
  select coalesce(sum(d.in_qty * d.purchase_price), 0)::bigint as amount, coalesce(sum(i.amount) filter (where i.status in (3, 4, 5)), 0)::bigint as checked,
    coalesce(sum(i.amount) filter (where i.status = 5), 0)::bigint as paid
  from purchase_order_line l join in_ware_batch_detail d on d.purchase_line_id = l.id join in_ware_batch w on w.id = d.in_ware_batch_id and w.status = 4
    left join settle_item i on i.source_type = 'inWareBatch' and i.source_line_id = d.id and i.status <> -1
  where l.purchase_order_id = o.id) r
cross join lateral (
  select coalesce(sum(x.out_qty * x.back_price), 0)::bigint as amount, coalesce(sum(i.amount) filter (where i.status in (3, 4, 5)), 0)::bigint as checked,
    coalesce(sum(i.amount) filter (where i.status = 5), 0)::bigint as paid
  from purchase_order_line l join in_ware_batch_detail d on d.purchase_line_id = l.id join stock_batch t on t.in_ware_detail_id = d.id
    join back_order_line x on x.stock_batch_id = t.id join back_order k on k.id = x.back_order_id and k.status in (4, 5)
    left join settle_item i on i.source_type = 'backOrder' and i.source_line_id = x.id and i.status <> -1
  where l.purchase_order_id = o.id) b
cross join lateral (
  select coalesce(sum(n.amount), 0)::bigint as amount from fine n
  where n.supplier_id = o.supplier_id and n.status in (2, 3, 4) and (
    n.source_type = 'differenceOrder' and exists (
      select 1 from difference_order e join in_ware_batch w on w.id = e.batch_id where e.id = n.source_id and w.purchase_id = o.id)
    or n.source_type = 'arrivalOrder' and o.id = all (
      select l.purchase_order_id from arrival_order_line v join purchase_order_line l on l.id = v.purchase_line_id where v.arrival_order_id = n.source_id)
    and exists (select 1 from arrival_order_line v where v.arrival_order_id = n.source_id and v.purchase_line_id is not null))) f
cross join lateral (
  select (case when o.co_model = 1 then r.amount - b.amount - r.paid - b.paid else 0 end)::bigint as amount) u;
