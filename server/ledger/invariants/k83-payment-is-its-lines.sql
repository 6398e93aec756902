-- K83: a payment comes to what its lines do, goes to an account of its supplier, and when it is made says how; the money moved by what was made and not taken back.
select p.id, p.payment_no, p.amount, coalesce(sum(l.amount), 0) as found
from payment p left join payment_line l on l.payment_id = p.id left join supplier_account a on a.id = p.account_id
group by p.id, a.supplier_id
having p.amount <> coalesce(sum(l.amount), 0) or a.supplier_id <> p.supplier_id or p.direction = 1 and a.supplier_id is null
  or p.status in (4, 6) and num_nulls(p.pay_account, p.pay_date, p.bank_serial_no, p.paid_at) > 0
union all
select p.id, p.payment_no, case p.status when 4 then p.amount else 0 end, coalesce(sum(abs(r.amount) * case when (r.amount > 0) = (p.payment_type <> 1 or p.direction = 2) then 1 else -1 end), 0)
from payment p left join money_ledger r on r.doc_type = 'payment' and r.doc_id = p.id
group by p.id
having case p.status when 4 then p.amount else 0 end <> coalesce(sum(abs(r.amount) * case when (r.amount > 0) = (p.payment_type <> 1 or p.direction = 2) then 1 else -1 end), 0);
