-- I48: how many coupons of a kind were sent and used is how many there are; never more than may be.
select c.id, 'sent' as of, c.sent_qty as said, coalesce(u.sent, 0) as found
from coupon c left join (
  select coupon_id, count(*) filter (where status <> -1) as sent, count(*) filter (where status = 3) as used from user_coupon group by 1
) u on u.coupon_id = c.id
where c.sent_qty <> coalesce(u.sent, 0) or c.sent_qty > c.total_qty
union all
select c.id, 'used', c.used_qty, coalesce(u.used, 0)
from coupon c left join (select coupon_id, count(*) as used from user_coupon where status = 3 group by 1) u on u.coupon_id = c.id
where c.used_qty <> coalesce(u.used, 0);
