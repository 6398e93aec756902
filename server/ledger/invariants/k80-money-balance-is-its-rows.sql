-- K80: an account of a supplier is the sum of its rows, and each row says what it came to.
select coalesce(b.supplier_id, r.supplier_id) as supplier_id, coalesce(b.subledger, r.subledger) as subledger, coalesce(b.balance, 0) as said, coalesce(r.amount, 0) as found
from money_balance b full join (select supplier_id, subledger, sum(amount) as amount from money_ledger group by 1, 2) r using (supplier_id, subledger)
where coalesce(b.balance, 0) <> coalesce(r.amount, 0)
union all
select supplier_id, subledger, balance_after, running from (
  select supplier_id, subledger, balance_after, sum(amount) over (partition by supplier_id, subledger order by id) as running from money_ledger) r
where balance_after <> running;
