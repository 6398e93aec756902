-- What was paid of an order is known before its statement is paid whole, and what was agreed on besides is part of what is owed.

-- What of an item has been settled: all of it once its statement is, else its share of what was set off and paid. Fen.
create function paid_of_item(amount bigint, item smallint, statement smallint, total bigint, settled bigint) returns bigint language sql immutable as $$
  select case when item = 5 then amount when item = 4 and statement in (4, 5) and total > 0 then round(amount::numeric * settled / total)::bigint else 0 end
$$;

create or replace view purchase_finance as
select o.id, o.purchase_no, o.supplier_id, o.purchaser_id, o.co_model, o.created_at as order_time, o.total_amount as order_amount, p.amount as prepay_amount,
  r.amount as in_amount, b.amount as back_amount, f.amount as fine_amount, (r.checked + b.checked)::bigint as check_amount, (r.paid + b.paid)::bigint as paid_amount,
  u.amount as unpaid_amount,
  (case when r.amount > 0 and u.amount <= 0 and o.co_model = 1 then 4 when r.paid + b.paid <> 0 then 3 when p.amount > 0 then 2 else 1 end)::smallint as pay_state,
  o.warehouse_id, (r.invoiced + b.invoiced)::bigint as invoiced_amount
from purchase_order o
cross join lateral (
  select coalesce(sum(l.amount), 0)::bigint as amount from payment_line l join payment m on m.id = l.payment_id where l.purchase_id = o.id and m.status = 4) p
cross join lateral (
  select coalesce(sum(d.in_qty * d.purchase_price), 0)::bigint as amount, coalesce(sum(i.amount + coalesce(c.adjust_amount, 0)) filter (where i.status in (3, 4, 5)), 0)::bigint as checked,
    coalesce(sum(paid_of_item(i.amount + coalesce(c.adjust_amount, 0), i.status, s.status, s.total_amount, s.prepay_offset_amount + s.paid_amount)), 0)::bigint as paid,
    coalesce(sum(c.adjust_amount) filter (where i.status in (3, 4, 5)), 0)::bigint as adjusted,
    coalesce(sum(round((i.amount + coalesce(c.adjust_amount, 0))::numeric * s.invoice_amount / nullif(s.total_amount, 0))) filter (where s.invoice_no is not null), 0)::bigint as invoiced
  from purchase_order_line l join in_ware_batch_detail d on d.purchase_line_id = l.id join in_ware_batch w on w.id = d.in_ware_batch_id and w.status = 4
    left join settle_item i on i.source_type = 'inWareBatch' and i.source_line_id = d.id and i.status <> -1
    left join check_bill_line c on c.settle_item_id = i.id and c.check_bill_id = i.check_bill_id left join statement s on s.id = i.statement_id and s.status <> -1
  where l.purchase_order_id = o.id) r
cross join lateral (
  select coalesce(sum(x.out_qty * x.back_price), 0)::bigint as amount, coalesce(sum(i.amount + coalesce(c.adjust_amount, 0)) filter (where i.status in (3, 4, 5)), 0)::bigint as checked,
    coalesce(sum(paid_of_item(i.amount + coalesce(c.adjust_amount, 0), i.status, s.status, s.total_amount, s.prepay_offset_amount + s.paid_amount)), 0)::bigint as paid,
    coalesce(sum(c.adjust_amount) filter (where i.status in (3, 4, 5)), 0)::bigint as adjusted,
    coalesce(sum(round((i.amount + coalesce(c.adjust_amount, 0))::numeric * s.invoice_amount / nullif(s.total_amount, 0))) filter (where s.invoice_no is not null), 0)::bigint as invoiced
  from purchase_order_line l join in_ware_batch_detail d on d.purchase_line_id = l.id join stock_batch t on t.in_ware_detail_id = d.id
    join back_order_line x on x.stock_batch_id = t.id join back_order k on k.id = x.back_order_id and k.status in (4, 5)
    left join settle_item i on i.source_type = 'backOrder' and i.source_line_id = x.id and i.status <> -1
    left join check_bill_line c on c.settle_item_id = i.id and c.check_bill_id = i.check_bill_id left join statement s on s.id = i.statement_id and s.status <> -1
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
  select (case when o.co_model = 1 then r.amount - b.amount + r.adjusted + b.adjusted - r.paid - b.paid else 0 end)::bigint as amount) u;
