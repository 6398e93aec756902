-- I46: what an order was paid is the sum of its payments; what went back is the sum of its refunds that were paid out, and never more than was paid.
select o.id, o.order_no, o.paid_amount, p.paid, o.refund_amount, r.refunded
from sale_order o
cross join lateral (select coalesce(sum(amount), 0) as paid from order_payment where order_id = o.id) p
cross join lateral (select coalesce(sum(amount), 0) as refunded from order_refund where order_id = o.id and status = 4) r
where not o.imported and (o.paid_amount <> p.paid or o.refund_amount <> r.refunded or o.refund_amount > o.paid_amount
  or o.status in (2, 3, 4, 5) and not o.price_abnormal and o.paid_amount <> o.payable_amount);
