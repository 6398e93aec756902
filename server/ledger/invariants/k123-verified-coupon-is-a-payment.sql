-- K123: a coupon of another platform that is verified is a payment of its order, once.
select c.id, c.order_id, c.coupon_code, c.face_amount, count(p.id) as payments, sum(p.amount) as paid
from order_out_coupon c
left join order_payment p on p.order_id = c.order_id and p.pay_type = 6 and p.trade_no = c.coupon_code and p.payee_account = c.platform
group by c.id having case when c.status in (1, 3) then count(p.id) <> 1 or sum(p.amount) <> c.face_amount else false end;
