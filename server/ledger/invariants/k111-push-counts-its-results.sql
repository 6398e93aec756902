-- K111: a push counts its styles; one that is over counts its results, has one for each style in each shop, and is in the state that they make.
with counted as (
  select goods_push_id, count(*) filter (where outcome = 1) as done, count(*) filter (where outcome <> 1) as failed from goods_push_result group by 1
), styles as (
  select goods_push_id, count(*) as styles from goods_push_line group by 1
)
select p.id, p.status, p.spu_count, p.ok_count, p.error_count, c.done, c.failed, s.styles
from goods_push p left join counted c on c.goods_push_id = p.id left join styles s on s.goods_push_id = p.id
where p.spu_count <> coalesce(s.styles, 0)
  or p.status in (3, 4) and (p.ok_count <> coalesce(c.done, 0) or p.error_count <> coalesce(c.failed, 0)
    or p.ok_count + p.error_count <> p.spu_count * cardinality(p.shop_ids) or (p.status = 4) <> (p.error_count > 0));
