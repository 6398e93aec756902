-- A barcode is of one piece, however it is written (amendments H8; I61): also where two people bring both spellings at once.

-- The spelling that all spellings of a code share: a GTIN-13 with a leading 0 and its right check digit is that UPC-A.
create function plain_barcode(code text) returns text language sql immutable parallel safe as $$
  select case when code ~ '^0\d{12}$' and (
      3 * (substr(code, 2, 1)::int + substr(code, 4, 1)::int + substr(code, 6, 1)::int + substr(code, 8, 1)::int + substr(code, 10, 1)::int + substr(code, 12, 1)::int)
      + substr(code, 3, 1)::int + substr(code, 5, 1)::int + substr(code, 7, 1)::int + substr(code, 9, 1)::int + substr(code, 11, 1)::int + substr(code, 13, 1)::int
    ) % 10 = 0 then substr(code, 2) else code end
$$;

create unique index sku_barcode_barcode_plain_key on sku_barcode (plain_barcode(barcode));

-- Names that pieces kept when their colour or size was renamed.
update sku k set name = concat_ws(' ', s.name, v.value, z.name)
from spu s, attribute_value v, size z
where s.id = k.spu_id and v.id = k.color_value_id and z.id = k.size_id and k.name is distinct from concat_ws(' ', s.name, v.value, z.name);
