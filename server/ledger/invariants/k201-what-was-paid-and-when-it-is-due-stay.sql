-- K201: a payment that was made says the day, the amount and the account that were told as it was made, and its row of the ledger is of that day;
-- a statement that was confirmed is due when it was told to be.
select 'payment' as what, p.id, p.payment_no as no, concat_ws(' ', p.pay_date, p.amount, p.payee_account_no) as found, e.payload::text as told
from payment p join lateral (
  select e.payload from event_log e where e.name = 'paymentMade' and (e.payload ->> 'payment_id')::bigint = p.id order by e.id desc limit 1) e on true
where p.status in (4, 6) and ((p.pay_date::text, p.amount::text) is distinct from (e.payload ->> 'pay_date', e.payload ->> 'amount')
  or e.payload ? 'payee_account_no' and p.payee_account_no is distinct from (e.payload ->> 'payee_account_no'))
union all
select 'day', p.id, p.payment_no, p.pay_date::text, min(r.business_date)::text
from payment p join money_ledger r on r.doc_type = 'payment' and r.doc_id = p.id where p.status = 4
group by p.id having p.pay_date <> min(r.business_date)
union all
select 'statement', s.id, s.statement_no, s.due_date::text, e.due_date
from statement s join lateral (
  select e.payload ->> 'due_date' as due_date from event_log e where e.name = 'statementConfirmed' and (e.payload ->> 'statement_id')::bigint = s.id
  order by e.id desc limit 1) e on true
where s.status in (4, 5, 6) and s.due_date::text is distinct from e.due_date;
