-- K93: an expense comes to what its items do, tax included.
select e.id, e.expense_no, e.amount, coalesce(sum(l.amount), 0) as found, e.tax_amount, coalesce(sum(l.tax_amount), 0) as found_tax
from expense e left join expense_line l on l.expense_id = e.id
group by e.id having e.amount <> coalesce(sum(l.amount), 0) or e.tax_amount <> coalesce(sum(l.tax_amount), 0);
