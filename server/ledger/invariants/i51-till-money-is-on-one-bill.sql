-- I51: what was paid at a till is on exactly one cashier's bill, of its shop and cashier, and each line of a bill is what was taken less what was paid out
-- (amendments C). Points and the credit of an exchange are no money (decision 0075).
select 'payment' as what, p.id, p.pay_type, p.amount, r.amount as found
from order_payment p join sale_order o on o.id = p.order_id
left join cashier_bill_receipt r on r.payment_id = p.id and r.kind = 1 left join cashier_bill b on b.id = r.cashier_bill_id
where o.source = 1 and o.shop_id is not null and o.cashier_id is not null and not o.imported and p.pay_type not in (7, 9)
  and (r.id is null or (r.amount, r.pay_type, r.order_id) <> (p.amount, p.pay_type, p.order_id) or (b.shop_id, b.cashier_id) <> (o.shop_id, o.cashier_id))
union all
select 'line', coalesce(l.cashier_bill_id, r.cashier_bill_id), coalesce(l.pay_type, r.pay_type), l.system_amount, coalesce(r.taken, 0) - coalesce(r.paid, 0)
from cashier_bill_line l full join (
  select cashier_bill_id, pay_type, count(*) filter (where kind = 1) as taken_count, coalesce(sum(amount) filter (where kind = 1), 0) as taken,
    coalesce(sum(amount) filter (where kind = 2), 0) as paid
  from cashier_bill_receipt group by cashier_bill_id, pay_type
) r on r.cashier_bill_id = l.cashier_bill_id and r.pay_type = l.pay_type
where l.id is null or r.pay_type is null or (l.receive_count, l.receive_amount, l.refund_amount, l.system_amount) <> (r.taken_count, r.taken, r.paid, r.taken - r.paid);
