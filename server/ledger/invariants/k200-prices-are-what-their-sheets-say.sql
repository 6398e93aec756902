-- K200: a price that a sheet brought into force is what the sheet says of the goods: several people passed that figure, not another one.
select 'sale' as what, p.id, p.sku_id, p.price as found, l.new_price as said
from sale_price p join price_sheet s on s.id = p.sheet_id left join price_sheet_line l on l.price_sheet_id = p.sheet_id and l.sku_id = p.sku_id
where (p.price, p.price_type) is distinct from (l.new_price, s.price_type) and exists (select 1 from price_sheet_line o where o.price_sheet_id = p.sheet_id)
union all
select 'purchase', p.id, p.sku_id, p.price, l.new_price
from purchase_price p join purchase_price_sheet s on s.id = p.sheet_id
  left join purchase_price_sheet_line l on l.purchase_price_sheet_id = p.sheet_id and l.sku_id = p.sku_id
where (p.price, p.tax_rate_bp, p.supplier_id) is distinct from (l.new_price, l.tax_rate_bp, s.supplier_id)
  and exists (select 1 from purchase_price_sheet_line o where o.purchase_price_sheet_id = p.sheet_id);
