-- K160: a locked or used coupon names an order, and a used one when; of a coupon that is void or over nobody holds a free one.
select u.id, u.code, u.status, u.order_id from user_coupon u
where (u.status in (2, 3)) <> (u.order_id is not null) or (u.status = 3) <> (u.used_at is not null)
union all
select u.id, u.code, u.status, u.order_id from user_coupon u join coupon c on c.id = u.coupon_id where u.status = 1 and c.status <> 3;
