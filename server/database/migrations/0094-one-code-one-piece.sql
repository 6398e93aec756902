-- A barcode is of one piece, however it is written (amendments H8; I61): also where two people bring both spellings at once.

-- The spelling that all spellings of a code share: a GTIN-13 with a leading 0 and its right check digit is that UPC-A.
create function plain_barcode(code text) returns text language sql immutable parallel safe as $$
  select case when code ~ '^0\d{12}$' and (
      3 * (substr(code, 2, 1)::int + substr(code, 4, 1)::int + substr(code, 6, 1)::int + substr(code, 8, 1)::int + substr(code, 10, 1)::int + substr(code, 12, 1)::int)
      + substr(code, 3, 1)::int + substr(code, 5, 1)::int + substr(code, 7, 1)::int + substr(code, 9, 1)::int + substr(code, 11, 1)::int + substr(code, 13, 1)::int
    ) % 10 = 0 then substr(code, 2) else code end
$$;

-- One piece may have been given both spellings: what is left of them is the main one, else the first.
delete from sku_barcode b using sku_barcode o
where o.sku_id = b.sku_id and o.id <> b.id and plain_barcode(o.barcode) = plain_barcode(b.barcode) and (not o.is_main, o.id) < (not b.is_main, b.id);
-- Two pieces that were brought with them at once: the younger one goes by its number until somebody gives it its code.
update sku_barcode b set barcode = k.sku_no, type = 3 from sku k
where k.id = b.sku_id and exists (select 1 from sku_barcode o where o.id < b.id and plain_barcode(o.barcode) = plain_barcode(b.barcode));
update sku k set main_barcode = b.barcode from sku_barcode b where b.sku_id = k.id and b.is_main and k.main_barcode is distinct from b.barcode;

create unique index sku_barcode_barcode_plain_key on sku_barcode (plain_barcode(barcode));

-- Names that pieces kept when their colour or size was renamed.
update sku k set name = concat_ws(' ', s.name, v.value, z.name)
from spu s, attribute_value v, size z
where s.id = k.spu_id and v.id = k.color_value_id and z.id = k.size_id and k.name is distinct from concat_ws(' ', s.name, v.value, z.name);
