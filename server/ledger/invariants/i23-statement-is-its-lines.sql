-- I23: a statement comes to what its lines do; what is to be paid is that less what was set off, and what is left is that less what was paid, but for what went over
-- to the next one (amendments G7).
select s.id, s.statement_no, s.total_amount, coalesce(sum(l.amount), 0) as found, s.payable_amount, s.paid_amount, s.unpaid_amount
from statement s left join statement_line l on l.statement_id = s.id where s.status <> -1
group by s.id
having s.total_amount <> coalesce(sum(l.amount), 0) or s.tax_amount <> coalesce(sum(l.tax_amount), 0)
  or s.payable_amount <> s.total_amount - s.prepay_offset_amount
  or s.total_amount <> s.goods_amount + s.check_adjust_amount + s.fine_amount + s.expense_amount + s.adjust_amount + s.carried_amount
  or s.unpaid_amount <> case when s.status = 6 and s.payable_amount < 0 and s.negative_way = 1 then 0 else s.payable_amount - s.paid_amount end;
