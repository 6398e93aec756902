-- I26: what a supplier is owed is what his confirmed statements have left to be paid.
select coalesce(b.supplier_id, s.supplier_id) as supplier_id, coalesce(b.balance, 0) as said, coalesce(s.unpaid, 0) as found
from (select supplier_id, balance from money_balance where subledger = 1) b
full join (select supplier_id, sum(unpaid_amount) as unpaid from statement where status in (4, 5) group by 1) s using (supplier_id)
where coalesce(b.balance, 0) <> coalesce(s.unpaid, 0);
