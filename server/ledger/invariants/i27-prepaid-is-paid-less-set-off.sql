-- I27: what lies with a supplier ahead of his goods is what was paid ahead, less what he paid back and what confirmed statements have set off; his
-- deposit is what was deposited less what he paid back.
with paid as (
  select supplier_id, case payment_type when 2 then 2 else 3 end as subledger, sum(case direction when 2 then -amount else amount end) as amount from payment where payment_type in (2, 3) and status = 4 group by 1, 2
  union all
  select supplier_id, 2, -sum(prepay_offset_amount) from statement where status in (4, 5, 6) group by 1
), found as (select supplier_id, subledger, sum(amount) as amount from paid group by 1, 2)
select coalesce(b.supplier_id, f.supplier_id) as supplier_id, coalesce(b.subledger, f.subledger) as subledger, coalesce(b.balance, 0) as said, coalesce(f.amount, 0) as found
from (select supplier_id, subledger, balance from money_balance where subledger in (2, 3)) b full join found f using (supplier_id, subledger)
where coalesce(b.balance, 0) <> coalesce(f.amount, 0) or coalesce(b.balance, 0) < 0;
