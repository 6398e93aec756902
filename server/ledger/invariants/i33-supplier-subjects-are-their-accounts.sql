-- I33: what an operation did to what is owed to a supplier (2202.01; what goes over to his next statement stands in it too), lies with him ahead of his goods (1123) or as a deposit (1221.02), its vouchers
-- say. An event of it that waits for a voucher, or was left out, says so itself. Where no books are kept yet nothing is said.
with money as (
  select op_id, supplier_id, case subledger when 8 then 1 else subledger end as subledger, sum(amount) as amount from money_ledger where subledger in (1, 2, 3, 8) group by 1, 2, 3 having sum(amount) <> 0
), books as (
  select g.op_id, e.supplier_id, case s.code when '2202.01' then 1 when '1123' then 2 else 3 end as subledger,
    sum(case s.code when '2202.01' then e.credit - e.debit else e.debit - e.credit end) as amount
  from voucher_event x join event_log g on g.id = x.event_id and g.name in ('statementConfirmed', 'statementReversed', 'paymentMade', 'paymentReversed')
  join voucher v on v.id = x.voucher_id and v.status in (1, 2, 3)
  join voucher_entry e on e.voucher_id = v.id join account_subject s on s.id = e.subject_id and s.code in ('2202.01', '1123', '1221.02')
  group by 1, 2, 3 having sum(e.debit - e.credit) <> 0
)
select op_id, coalesce(m.supplier_id, b.supplier_id) as supplier_id, coalesce(m.subledger, b.subledger) as subledger, coalesce(m.amount, 0) as account, coalesce(b.amount, 0) as books
from money m full join books b using (op_id, supplier_id, subledger)
where coalesce(m.amount, 0) <> coalesce(b.amount, 0) and exists (select 1 from voucher_event)
  and not exists (
    select 1 from voucher_abnormal_event w join voucher_abnormal a on a.id = w.voucher_abnormal_id and a.status in (1, 3) join event_log g on g.id = w.event_id
    where g.op_id = coalesce(m.op_id, b.op_id));
