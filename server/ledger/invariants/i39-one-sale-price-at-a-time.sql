-- I39: no two sale prices of the same goods, scope and type hold at the same instant; a price without an end holds for ever.
select sku_id, scope_type, scope_value, price_type, id, effective_at, expire_at, next_id, next_from
from (
  select *, lead(id) over later as next_id, lead(effective_at) over later as next_from
  from sale_price window later as (partition by sku_id, scope_type, scope_value, price_type order by effective_at, id)
) p
where next_from < coalesce(expire_at, 'infinity');
