-- K56: the rows of a bought batch say what its lines say: each line brought its pieces at its cost once, and a batch that was taken back took all
-- of them away again. Heads say what their lines say.
select 'line' as what, d.id, d.in_qty as said, coalesce(r.came, 0) as came, coalesce(r.gone, 0) as gone, d.amount, r.cost
from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id and b.in_type = 1 and b.posted and b.arrival_id is not null
left join (
  select r.line_id, sum(r.delta) filter (where r.biz_type = 101) as came, -sum(r.delta) filter (where r.biz_type = 901) as gone,
    sum(r.cost_amount) filter (where r.biz_type = 101) as cost
  from stock_ledger r join location l on l.id = r.location_id and l.kind = 'warehouse'
  where r.doc_type = 'inWareBatch' group by 1) r on r.line_id = d.id
where d.in_qty <> coalesce(r.came, 0) or coalesce(r.gone, 0) <> case b.status when -1 then d.in_qty else 0 end or d.amount <> coalesce(r.cost, 0)
union all
select 'head', b.id, b.in_qty, s.in_qty, 0, b.in_amount, s.amount
from in_ware_batch b join (
  select in_ware_batch_id, sum(in_qty) as in_qty, sum(amount) as amount from in_ware_batch_detail group by 1) s on s.in_ware_batch_id = b.id
where b.in_type = 1 and b.posted and b.arrival_id is not null and (b.in_qty <> s.in_qty or b.in_amount <> s.amount);
