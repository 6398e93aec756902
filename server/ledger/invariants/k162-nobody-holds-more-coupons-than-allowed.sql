-- K162: no member has got more coupons of a kind than one may have.
select u.coupon_id, u.user_id, count(*) as held, c.per_user_limit as allowed
from user_coupon u join coupon c on c.id = u.coupon_id where u.status <> -1
group by u.coupon_id, u.user_id, c.per_user_limit having count(*) > c.per_user_limit;
