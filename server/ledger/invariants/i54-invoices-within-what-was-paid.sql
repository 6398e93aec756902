-- I54: what is applied for or invoiced of an order is no more than was paid for it and went not back; the shares of an application come to its amount.
select o.id, o.order_no, o.paid_amount - o.refund_amount as open, sum(s.amount) as invoiced
from invoice_share s join invoice_apply a on a.id = s.invoice_apply_id and a.status in (1, 2, 3) join sale_order o on o.id = s.order_id
group by o.id having sum(s.amount) > o.paid_amount - o.refund_amount
union all
select a.id, a.apply_no, a.amount, coalesce(sum(s.amount), 0)
from invoice_apply a left join invoice_share s on s.invoice_apply_id = a.id group by a.id having a.amount <> coalesce(sum(s.amount), 0);
