-- Batches that nobody bought (opening stock, what counts found) had the cost without tax for a price with a rate of 0: what went back to a
-- supplier from them was owed without its tax. Their price is the cost with the rate of the style now, also where their goods were moved to.
update in_ware_batch_detail d
set tax_rate_bp = p.tax_rate_bp, purchase_price = (o.cost_price * (10000 + p.tax_rate_bp) * 2 + 10000) / 20000
from in_ware_batch_detail o join in_ware_batch b on b.id = o.in_ware_batch_id join sku k on k.id = o.sku_id join spu p on p.id = k.spu_id
where d.origin_id = o.id and o.is_origin and b.in_type in (3, 4, 5, 6) and o.tax_rate_bp = 0
  and o.purchase_line_id is null and o.arrival_line_id is null;
