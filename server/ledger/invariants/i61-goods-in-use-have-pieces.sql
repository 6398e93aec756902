-- I61: a style in use has pieces; a piece bears the words of its style, colour and size, has one main barcode and says it, and no code that is
-- another's in its other spelling or another's number.
select s.id, s.spu_no as no, 'no pieces' as what from spu s where s.status = 1 and not exists (select 1 from sku k where k.spu_id = s.id)
union all
select k.id, k.sku_no, 'words' from sku k join spu s on s.id = k.spu_id join attribute_value v on v.id = k.color_value_id join size z on z.id = k.size_id
where (k.name, k.brand_id, k.category_id) is distinct from (concat_ws(' ', s.name, v.value, z.name), s.brand_id, s.category_id)
union all
select k.id, k.sku_no, 'main barcode' from sku k left join (
  select sku_id, count(*) as mains, min(barcode) as barcode from sku_barcode where is_main group by 1
) b on b.sku_id = k.id
where coalesce(b.mains, 0) <> 1 or b.barcode is distinct from k.main_barcode
union all
select min(b.sku_id), min(b.barcode), 'one code of two' from sku_barcode b group by plain_barcode(b.barcode) having count(distinct b.sku_id) > 1
union all
select b.sku_id, b.barcode, 'number of another' from sku_barcode b join sku k on k.sku_no = b.barcode where k.id <> b.sku_id;
