-- K130: the refunds of an order that stand are no more than was paid for it; of each line no more than it was sold for. History is as it was.
select o.id, o.order_no, o.paid_amount, sum(r.amount) as refunds
from order_refund r join sale_order o on o.id = r.order_id and not o.imported where r.status in (1, 2, 3, 4, 5)
group by o.id having sum(r.amount) > o.paid_amount
union all
select i.id, null, i.final_amount, sum(l.amount)
from order_refund_line l join order_refund r on r.id = l.order_refund_id and r.status in (1, 2, 3, 4, 5) join sale_order_item i on i.id = l.order_item_id
group by i.id having sum(l.amount) > i.final_amount;
