-- I30: debit and credit of every voucher are the same, more than nothing, and what the voucher says; every entry stands on one side.
select v.id, v.voucher_no, v.debit_amount, v.credit_amount, s.debit, s.credit
from voucher v
cross join lateral (
  select coalesce(sum(e.debit), 0) as debit, coalesce(sum(e.credit), 0) as credit, bool_and((e.debit > 0) <> (e.credit > 0)) as one_sided
  from voucher_entry e where e.voucher_id = v.id
) s
where s.debit <> s.credit or s.debit <= 0 or s.debit <> v.debit_amount or s.credit <> v.credit_amount or not s.one_sided;
