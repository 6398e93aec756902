-- I19: a bought batch that is posted and was not counted as planned, in pieces or in grade, has exactly one difference order, and that was dealt
-- with and audited; one that was counted as planned has none. Of what was decided a batch that is not posted any more has nothing left.
select b.id, b.batch_no, b.status, s.differs, o.dealt, o.live
from in_ware_batch b
cross join lateral (
  select coalesce(bool_or(g.plan <> g.counted or g.damaged > 0), false) as differs from (
    select sum(d.plan_qty) as plan, sum(d.count_qty) as counted, sum(d.count_qty) filter (where d.imperfect_type <> 0) as damaged
    from in_ware_batch_detail d where d.in_ware_batch_id = b.id group by coalesce(d.split_of_id, d.id)) g) s
cross join lateral (
  select count(*) filter (where status = 3) as dealt, count(*) filter (where status <> -1) as live from difference_order where batch_id = b.id) o
where b.in_type = 1 and b.arrival_id is not null and (
  (b.status = 4 and (o.live <> s.differs::int or o.dealt <> s.differs::int))
  or (b.status = 3 and o.live <> s.differs::int)
  or (b.status in (1, 2, 5, -1) and o.live <> 0));
