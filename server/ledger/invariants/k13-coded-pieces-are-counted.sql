-- K13: as many pieces of a balance are called coded as codes stand there.
select coalesce(b.location_id, c.location_id) as location_id, coalesce(b.sku_id, c.sku_id) as sku_id, coalesce(b.imperfect_type, c.imperfect_type) as imperfect_type,
  coalesce(b.coded, 0) as coded, coalesce(c.codes, 0) as codes
from (select * from stock_balance where coded <> 0) b
full join (select location_id, sku_id, imperfect_type, count(*) as codes from piece_code where status in (3, 4, 5, 8) group by 1, 2, 3) c
  using (location_id, sku_id, imperfect_type)
where coalesce(b.coded, 0) <> coalesce(c.codes, 0);
