-- I21: an item is on the one living check bill that it names and in the one living statement that it names, and on no other; how far it has been settled follows from
-- theirs.
select 'line' as what, l.settle_item_id as id, b.bill_no as no
from check_bill_line l join check_bill b on b.id = l.check_bill_id join settle_item i on i.id = l.settle_item_id
where b.status <> -1 and i.check_bill_id is distinct from b.id
union all
select 'bill', i.id, b.bill_no
from settle_item i join check_bill b on b.id = i.check_bill_id left join check_bill_line l on l.check_bill_id = b.id and l.settle_item_id = i.id
where l.id is null or b.status = -1 or i.status <> case when b.status in (0, 1, 2) then 2 when b.status = 3 then 3 when b.status = 4 then 4 else 5 end
  or i.statement_id is distinct from b.statement_id
union all
select 'statement', i.id, s.statement_no
from settle_item i join statement s on s.id = i.statement_id
where s.status = -1 or i.status <> case when s.status = 6 then 5 else 4 end
  or not exists (select 1 from statement_line l where l.statement_id = s.id and (l.settle_item_id = i.id or l.check_bill_id = i.check_bill_id))
union all
select 'named', coalesce(l.settle_item_id, l.check_bill_id), s.statement_no
from statement_line l join statement s on s.id = l.statement_id left join settle_item i on i.id = l.settle_item_id left join check_bill b on b.id = l.check_bill_id
where s.status <> -1 and (num_nonnulls(l.settle_item_id, l.check_bill_id) <> 1 or coalesce(i.statement_id, b.statement_id) is distinct from s.id)
union all
select 'free', id, source_no from settle_item
where status in (-1, 0, 1) and num_nonnulls(check_bill_id, statement_id) > 0 or status in (2, 3) and check_bill_id is null or status in (4, 5) and statement_id is null;
