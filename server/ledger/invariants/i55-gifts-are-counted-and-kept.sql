-- I55: what an activity gave is within its limit, or stands beside it as exceeded, and is what orders were given; what a warehouse keeps of a
-- gift is the open sum of its locks.
select 'given' as what, l.id, l.given_qty + l.over_qty as says, coalesce(o.qty, 0) as sum
from gift_activity_line l
left join (select line_id, sum(qty - back_qty) as qty, sum(over_qty) as over from gift_given group by 1) o on o.line_id = l.id
where l.given_qty > l.limit_qty or l.given_qty + l.over_qty <> coalesce(o.qty, 0) or l.over_qty <> coalesce(o.over, 0)
union all
select 'activity', a.id, a.given_qty, coalesce(sum(l.given_qty + l.over_qty), 0)
from gift_activity a left join gift_activity_line l on l.gift_activity_id = a.id group by a.id
having a.given_qty <> coalesce(sum(l.given_qty + l.over_qty), 0)
union all
select 'reserve', r.id, r.reserved_qty, coalesce(k.held, 0)
from gift_reserve r join gift g on g.id = r.gift_id
left join lateral (
  select sum(k.qty - k.qty_released) as held, bool_and(k.lock_type = 6 and k.sku_id = g.sku_id and k.imperfect_type = 0) as fits
  from stock_lock k where k.doc_type = 'giftReserve' and k.doc_id = r.id and k.qty_released < k.qty) k on true
where r.reserved_qty <> coalesce(k.held, 0) or not coalesce(k.fits, true);
