-- What a supplier is owed stands where the goods stand that it is of, so that it is under the data scope of that warehouse (amendments H11).

alter table settle_item add column warehouse_id bigint constraint settle_item_warehouse_id_fkey references warehouse (id);
create index settle_item_warehouse_id_of on settle_item (warehouse_id);

-- The warehouse of the document, or of its line, that an item is of; null where that stands in none.
create function warehouse_of_item(source text, id bigint, line bigint) returns bigint language sql stable as $$
  select case source
    when 'inWareBatch' then (select b.warehouse_id from in_ware_batch b where b.id = $2)
    when 'backOrder' then (select b.warehouse_id from back_order b where b.id = $2)
    when 'order' then (select o.warehouse_id from sale_order o where o.id = $2)
    when 'orderService' then (select s.return_warehouse_id from order_service s where s.id = $2)
    when 'orderRefund' then (select o.warehouse_id from order_refund r join sale_order o on o.id = r.order_id where r.id = $2)
    when 'costAdjust' then (
      select b.warehouse_id from cost_adjust_line l join in_ware_batch_detail d on d.id = l.in_ware_detail_id join in_ware_batch b on b.id = d.in_ware_batch_id where l.id = $3)
    when 'fine' then (
      select coalesce(
        (select b.warehouse_id from difference_order d join in_ware_batch b on b.id = d.batch_id where f.source_type = 'differenceOrder' and d.id = f.source_id),
        (select a.warehouse_id from arrival_order a where f.source_type = 'arrivalOrder' and a.id = f.source_id))
      from fine f where f.id = $2)
  end
$$;

create function keep_item_place() returns trigger language plpgsql as $$
begin
  new.warehouse_id := coalesce(new.warehouse_id, warehouse_of_item(new.source_type, new.source_id, new.source_line_id));
  return new;
end
$$;
create trigger settle_item_place before insert on settle_item for each row execute function keep_item_place();
update settle_item set warehouse_id = warehouse_of_item(source_type, source_id, source_line_id);
create or replace function keep_settle_item() returns trigger language plpgsql as $$
begin
  if (old.supplier_id, old.co_model, old.item_type, old.source_type, old.source_id, old.source_no, old.source_line_id, old.occur_date, old.sku_id, old.qty, old.warehouse_id)
    is distinct from (new.supplier_id, new.co_model, new.item_type, new.source_type, new.source_id, new.source_no, new.source_line_id, new.occur_date, new.sku_id, new.qty, new.warehouse_id)
    or (old.price, old.tax_rate_bp, old.amount, old.tax_amount) is distinct from (new.price, new.tax_rate_bp, new.amount, new.tax_amount)
    and not (old.status = 0 and new.status = 1) then
    raise exception 'settle_item % is what it was', old.id using errcode = 'restrict_violation';
  end if;
  if old.status <> new.status and (old.status, new.status) not in ((0, 1), (0, -1), (1, -1), (1, 2), (1, 4), (2, 1), (2, 3), (3, 1), (3, 4), (4, 3), (4, 1), (4, 5), (5, 4)) then
    raise exception 'settle_item % does not go from % to %', old.id, old.status, new.status using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create or replace view choosable_item as
select i.id, i.source_no, i.supplier_id, i.co_model, i.item_type, i.occur_date, i.sku_id, s.name as sku_name, i.qty, i.price, i.amount, i.tax_amount, i.warehouse_id
from settle_item i left join sku s on s.id = i.sku_id where i.status = 1;

create or replace view check_bill_detail as
select l.id, l.check_bill_id as bill_id, i.supplier_id, i.source_no, i.item_type, i.occur_date, i.sku_id, s.name as sku_name, i.qty, i.price, l.amount, l.adjust_amount,
  l.adjust_reason, l.dispute_reason, i.warehouse_id
from check_bill_line l join settle_item i on i.id = l.settle_item_id left join sku s on s.id = i.sku_id;

-- One row for each supplier, model and warehouse: who may see one warehouse sees what is owed for it.
create or replace view settle_sum as
select (i.supplier_id * 10 + i.co_model) * 1000000 + coalesce(i.warehouse_id, 0) as id, s.supplier_no, i.supplier_id, i.co_model, s.purchaser_id,
  coalesce(sum(i.amount) filter (where i.status = 0), 0)::bigint as unpriced_amount,
  coalesce(sum(i.amount) filter (where i.status = 1), 0)::bigint as open_amount,
  coalesce(sum(i.amount) filter (where i.status = 2), 0)::bigint as bill_amount,
  coalesce(sum(i.amount) filter (where i.status = 3), 0)::bigint as checked_amount,
  coalesce(sum(i.amount) filter (where i.status = 4), 0)::bigint as statement_amount,
  coalesce(sum(i.amount) filter (where i.status = 5), 0)::bigint as settled_amount,
  min(i.occur_date) filter (where i.status in (0, 1)) as first_date, i.warehouse_id
from settle_item i join supplier s on s.id = i.supplier_id where i.status <> -1
group by i.supplier_id, i.co_model, i.warehouse_id, s.supplier_no, s.purchaser_id;
