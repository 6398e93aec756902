-- K161: a send counts its members and what became of them, and each member of it got the coupons that its line says.
select s.id, s.user_count, s.ok_count, s.error_count, coalesce(l.lines, 0) as lines, coalesce(l.done, 0) as done, coalesce(l.refused, 0) as refused
from coupon_send s left join (
  select send_id, count(*) as lines, count(*) filter (where outcome = 1) as done, count(*) filter (where outcome = 2) as refused from coupon_send_line group by 1
) l on l.send_id = s.id
where s.status in (1, 2, 3, 4, 5, 6) and (s.user_count, s.ok_count, s.error_count) is distinct from (coalesce(l.lines, 0), coalesce(l.done, 0), coalesce(l.refused, 0))
  or s.status in (5, 6) and (s.status = 6) <> (coalesce(l.refused, 0) > 0)
union all
select s.id, l.user_id, l.sent, 0, l.outcome, coalesce(u.count, 0), 0
from coupon_send_line l join coupon_send s on s.id = l.send_id
  left join (select send_id, user_id, count(*) from user_coupon where send_id is not null group by 1, 2) u on u.send_id = l.send_id and u.user_id = l.user_id
where l.sent <> coalesce(u.count, 0);
