-- K92: a current expense that is settled within a statement is one item of its supplier's, more where we pay and less where we receive; it waits while the item does
-- and is done once that is settled. No other has one, and none waits for what it is not settled by.
select e.id, e.expense_no, e.status, i.id as item_id, i.status as item_status, i.amount
from current_expense e
left join settle_item i on i.source_type = 'currentExpense' and i.source_id = e.id and i.status <> -1
where (e.settle_way = 2 and e.status in (4, 6)) <> (i.id is not null) or e.status = case e.settle_way when 2 then 3 else 6 end
  or i.id is not null and (i.id <> e.settle_item_id or i.supplier_id <> e.supplier_id or i.item_type <> 6
    or i.amount <> case e.direction when 1 then e.amount else -e.amount end or (i.status = 5) <> (e.status = 4));
