-- K64: a document holds no more codes at a key than pieces.
select c.doc_type, c.doc_id, c.location_id, c.sku_id, c.imperfect_type, c.codes, coalesce(k.pieces, 0) as pieces
from (select doc_type, doc_id, location_id, sku_id, imperfect_type, count(*) as codes from piece_code where status = 4 group by 1, 2, 3, 4, 5) c
left join (
  select doc_type, doc_id, location_id, sku_id, imperfect_type, sum(qty - qty_released) as pieces from stock_lock where qty_released < qty group by 1, 2, 3, 4, 5
) k using (doc_type, doc_id, location_id, sku_id, imperfect_type)
where c.codes > coalesce(k.pieces, 0);
