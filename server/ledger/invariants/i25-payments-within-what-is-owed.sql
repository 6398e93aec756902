-- I25: what payments take of a statement is no more than it owes, and what was paid of it is what those that were made say.
select s.id, s.statement_no, s.payable_amount, s.paid_amount, sum(l.amount) filter (where p.status in (0, 1, 2, 3, 4)) as taken
from statement s left join payment_line l on l.statement_id = s.id left join payment p on p.id = l.payment_id
group by s.id
having abs(s.payable_amount) < coalesce(sum(l.amount) filter (where p.status in (0, 1, 2, 3, 4)), 0)
  or s.paid_amount <> coalesce(sum(case p.direction when 2 then -l.amount else l.amount end) filter (where p.status = 4), 0);
