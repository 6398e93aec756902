-- K150: what a promotion says it sold and gave away is what its orders say that were not cancelled.
select p.id, p.promotion_no, p.order_count, p.sale_amount, p.discount_amount, count(s.order_id) as orders, coalesce(sum(s.sale_amount), 0) as sold, coalesce(sum(s.discount_amount), 0) as off
from promotion p left join promotion_sale s on s.promotion_id = p.id and s.cancelled_at is null group by p.id
having (p.order_count, p.sale_amount, p.discount_amount) is distinct from
  (count(s.order_id), coalesce(sum(s.sale_amount), 0)::bigint, coalesce(sum(s.discount_amount), 0)::bigint);
