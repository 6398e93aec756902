-- K131: money that is on its way back or went back is the parts it went in, and of a payment no more went back than it was; what is of an after-sales is its lines.
select r.id, r.refund_no, r.amount, coalesce(sum(p.amount), 0) as found
from order_refund r left join order_refund_part p on p.order_refund_id = r.id where r.paid_by is not null
group by r.id having case when r.status in (3, 4) then r.amount else 0 end <> coalesce(sum(p.amount), 0)
union all
select y.id, null, y.amount, sum(p.amount)
from order_refund_part p join order_payment y on y.id = p.payment_id group by y.id having sum(p.amount) > y.amount
union all
select r.id, r.refund_no, r.amount, coalesce(sum(l.amount), 0)
from order_refund r left join order_refund_line l on l.order_refund_id = r.id where r.service_id is not null and r.dealer_id is not null
group by r.id having r.amount <> coalesce(sum(l.amount), 0);
