-- K142: a shop's bill is the settled bills of its cashiers, each of which is on one live bill of a kind of period; a shop that shares is due its rate of what came in less
-- fees, less expenses, with what was too much or too little (amendments G16), one of our own nothing.
select b.id, b.bill_no, 'sum' as what, b.receive_amount as said, coalesce(sum(c.system_amount), 0) as found
from shop_bill b left join shop_bill_cashier s on s.bill_id = b.id left join cashier_bill c on c.id = s.cashier_bill_id
where b.status <> -1
group by b.id
having b.receive_amount <> coalesce(sum(c.system_amount), 0) or b.cash_diff_amount <> coalesce(sum(c.diff_amount), 0)
  or b.cashier_bill_count <> count(c.id) or bool_or(c.status <> 4 or c.shop_id <> b.shop_id)
  or b.share_amount <> round((b.receive_amount - b.fee_amount)::numeric * b.share_rate_bp / 10000)
  or (b.status = 4 and (b.settled_amount <> b.settle_amount or b.settle_date is null))
  or b.settle_amount <> case when b.shop_type in (2, 3) then b.share_amount - b.expense_amount + b.cash_diff_amount else 0 end
union all
select c.id, c.bill_no, 'twice', count(*), 1 from cashier_bill c join shop_bill_cashier s on s.cashier_bill_id = c.id join shop_bill b on b.id = s.bill_id
where b.status <> -1 group by c.id, b.period_type having count(*) > 1;
