-- K81: what stands in the accounts of goods, fines, expenses, cost differences and what was carried over is what the items say that no confirmed statement has taken.
with found as (
  select i.supplier_id, case i.item_type when 5 then 4 when 6 then 5 when 7 then 6 when 8 then 8 else 7 end as subledger, sum(i.amount) as amount
  from settle_item i left join statement s on s.id = i.statement_id where i.status <> -1 and coalesce(s.status, 0) not in (4, 5, 6) group by 1, 2
)
select coalesce(b.supplier_id, f.supplier_id) as supplier_id, coalesce(b.subledger, f.subledger) as subledger, coalesce(b.balance, 0) as said, coalesce(f.amount, 0) as found
from (select supplier_id, subledger, balance from money_balance where subledger >= 4) b full join found f using (supplier_id, subledger)
where coalesce(b.balance, 0) <> coalesce(f.amount, 0);
