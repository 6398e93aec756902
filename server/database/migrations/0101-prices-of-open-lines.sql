-- What a line costs that waits for an appointment, once it has a price, and what is left of it.
create or replace view purchase_line as
select l.id, o.purchase_no, k.sku_no || ' ' || k.name as goods, o.id as purchase_id, o.supplier_id, o.warehouse_id, l.sku_id, o.expect_date,
  l.qty, l.booked_qty, l.in_qty, l.closed_qty, q.open_qty,
  (case when o.status in (3, 4) and q.open_qty > 0 then 1 else 0 end)::smallint as status,
  case when l.price_state <> 2 or l.purchase_price <> 0 then l.purchase_price end as purchase_price,
  case when l.price_state <> 2 or l.purchase_price <> 0 then l.purchase_price * q.open_qty end as open_amount
from purchase_order_line l
join purchase_order o on o.id = l.purchase_order_id
join sku k on k.id = l.sku_id
cross join lateral (
  select greatest(l.qty + l.qty * o.over_book_bp / 10000 - l.booked_qty - l.in_qty - l.closed_qty, 0) as open_qty) q;
