-- I39: no two sale prices of the same goods, scope and row of prices hold at the same instant: lasting ones are one row, each passing
-- type is another. A price without an end holds for ever.
select sku_id, scope_type, scope_value, price_type, id, effective_at, expire_at, next_id, next_from
from (
  select *, lead(id) over later as next_id, lead(effective_at) over later as next_from
  from sale_price window later as (partition by sku_id, scope_type, scope_value, case when price_type in (3, 4) then price_type else 1 end order by effective_at, id)
) p
where next_from < coalesce(expire_at, 'infinity');
