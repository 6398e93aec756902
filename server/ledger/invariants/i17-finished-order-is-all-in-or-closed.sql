-- I17: a purchase order is finished exactly when every line of it is in or closed; one that waits for goods has something to wait for, and
-- partly arrived is one of which something, and not all, has come in.
select o.id, o.purchase_no, o.status, s.begun, s.done
from purchase_order o
cross join lateral (
  select coalesce(bool_or(l.in_qty > 0), false) as begun, coalesce(bool_and(l.in_qty + l.closed_qty >= l.qty), true) as done
  from purchase_order_line l where l.purchase_order_id = o.id) s
where (o.status = 5 and not s.done) or (o.status in (3, 4) and s.done) or (o.status = 3 and s.begun) or (o.status = 4 and not s.begun)
  or (o.status in (0, 1, 2, -1) and s.begun);
