-- K140: a cashier's bill is its lines; a difference is what was checked, or else handed in, less what the till says. Before it is handed in there is none.
select b.id, b.bill_no, b.status, b.system_amount, sum(l.system_amount) as found, b.diff_amount, sum(l.diff_amount) as found_diff
from cashier_bill b left join cashier_bill_line l on l.cashier_bill_id = b.id
group by b.id
having b.system_amount <> coalesce(sum(l.system_amount), 0) or b.diff_amount <> coalesce(sum(l.diff_amount), 0)
  or (b.status <> 1 and b.actual_amount is distinct from sum(l.actual_amount))
  or (b.status in (3, 4) and b.checked_amount is distinct from sum(l.checked_amount))
  or bool_or(l.diff_amount <> case when b.status = 1 then 0 else coalesce(l.checked_amount, l.actual_amount) - l.system_amount end)
  or (b.status in (3, 4) and bool_or(l.diff_amount <> 0 and coalesce(l.diff_reason, '') = ''));
