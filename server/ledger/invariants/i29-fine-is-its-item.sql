-- I29: a fine that was passed has one item of its amount, as far on its way as the fine is; others have none that counts.
select f.id, f.fine_no, f.status, f.amount, count(i.id) as items, min(i.amount) as item
from fine f left join settle_item i on i.source_type = 'fine' and i.source_id = f.id and i.status <> -1
group by f.id
having count(i.id) <> case when f.status in (2, 3, 4) then 1 else 0 end
  or f.status in (2, 3, 4) and (min(i.amount) <> -f.amount or min(i.item_type) <> 5 or min(i.status) <> case f.status when 2 then 1 when 3 then 4 else 5 end);
