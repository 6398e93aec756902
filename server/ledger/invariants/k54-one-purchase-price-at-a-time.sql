-- K54: no two purchase prices of the same goods of a supplier hold on the same day. A price without an end holds for ever.
select supplier_id, sku_id, id, effective_date, expire_date, next_id, next_from
from (
  select *, lead(id) over later as next_id, lead(effective_date) over later as next_from
  from purchase_price window later as (partition by supplier_id, sku_id order by effective_date, id)
) p
where next_from < coalesce(expire_date, 'infinity');
