-- K62: the head of a batch of allots says what its lines say; each line names the allot of its receiver once there are any; and the batch stands where
-- its allots do: finished when no more will happen to any of them, in part once one has arrived.
select b.id, b.batch_allot_no, 'head' as what
from batch_allot b left join (
  select batch_allot_id, count(distinct in_warehouse_id) as shops, count(distinct sku_id) as skus, sum(qty) as qty from batch_allot_line group by 1
) l on l.batch_allot_id = b.id
where b.shop_count <> coalesce(l.shops, 0) or b.sku_count <> coalesce(l.skus, 0) or b.total_qty <> coalesce(l.qty, 0)
union all
select b.id, b.batch_allot_no, 'line'
from batch_allot b join batch_allot_line l on l.batch_allot_id = b.id left join allot a on a.id = l.allot_id
where (l.allot_id is not null) <> (b.status in (2, 3, 4))
  or l.allot_id is not null and (a.source_type is distinct from 'batchAllot' or a.source_id is distinct from b.id)
union all
select b.id, b.batch_allot_no, 'state'
from batch_allot b left join lateral (
  select count(*) as made, count(*) filter (where a.status in (5, -1)) as ended, count(*) filter (where a.status = 5) as arrived
  from allot a where a.source_type = 'batchAllot' and a.source_id = b.id
) a on true
where b.status <> case when a.made = 0 then case when b.status = -1 then -1 else 1 end when a.ended = a.made then 4 when a.arrived > 0 then 3 else 2 end;
