import { type RawBuilder, sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import type { TagPage } from '#contract/areas/price-tags/tag-calls.ts';
import { tagAttributes } from '#contract/areas/price-tags/tag-enums.ts';
import { printMoney } from '#contract/kit/kinds/money.ts';
import { reference, references } from '#contract/kit/kinds/reference.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { checkReferences } from '#server/kit/references.ts';
import { priceAt } from '#server/terms/resolve-price.ts';

const named = { sku_ids: references(() => sku, '货品'), shop_id: reference(() => shop, '门店') };

interface Row {
  readonly sku_id: number;
  readonly sku_no: string;
  readonly style_no: string;
  readonly name: string;
  readonly color: string;
  readonly size: string;
  readonly size_code: string;
  readonly brand: string;
  readonly unit: string;
  readonly barcode: string | null;
  readonly tag_price: number;
  readonly sale_price: number;
  readonly shop: string | null;
  readonly grade: string | null;
  readonly origin_place: string | null;
  readonly washing: string | null;
  /** What the style says of the attributes that tags name, by their codes. */
  readonly attributes: Readonly<Record<string, string>> | null;
  readonly printed_at: string | null;
}

/** A piece of goods as it is on a tag, with its price of this instant in fen, by which prints are told apart. */
export type PricedPage = TagPage & { readonly price: number };

/** Goods as they are on a tag, in the order asked. Refuses what the caller does not see. */
export async function readTags(
  { db, actor, now }: Pick<ReadContext, 'db' | 'actor' | 'now'>,
  { sku_ids, shop_id }: { sku_ids: readonly number[]; shop_id?: number | undefined },
): Promise<PricedPage[]> {
  await checkReferences(db, actor, { fields: named, records: [{ sku_ids, shop_id }] });
  const { rows } = await sql<Row>`
    select t.*, (
      select max(p.at) from tag_print p where p.sku_id = t.sku_id and p.shop_id = ${shop_id ?? null} and p.price = t.sale_price
    ) as printed_at
    from (
      select e.place, k.id as sku_id, k.sku_no, s.style_no, s.name, v.value as color, z.name as size, z.code as size_code, b.name as brand, u.name as unit,
        k.main_barcode as barcode, k.tag_price, ${priceInShop(now)} as sale_price, m.name as shop,
        s.grade, s.origin_place, s.washing, (${attributesOf}) as attributes
      from ${rowsOf('e', { sku_id: ['bigint', sku_ids] })}
      join sku k on k.id = e.sku_id join spu s on s.id = k.spu_id join attribute_value v on v.id = k.color_value_id join size z on z.id = k.size_id
      join brand b on b.id = s.brand_id join unit u on u.id = s.unit_id left join shop m on m.id = ${shop_id ?? null}
    ) t order by t.place`.execute(db);
  return rows.map((row) => pageOf(row, businessDay(now)));
}

/** The values of a style `s` for the attributes that tags say, several of one behind each other in their order. */
const attributesOf = sql`
  select jsonb_object_agg(y.code, a.said) from (
    select l.key_id, coalesce(l.text, (
      select string_agg(v2.value, ' ' order by v2."order", v2.id) from attribute_value v2 where v2.id = any(l.value_ids)
    )) as said from spu_attribute l where l.spu_id = s.id
  ) a join attribute_key y on y.id = a.key_id and y.code = any(${Object.values(tagAttributes)}::text[])`;

/** The price of goods `k` in a shop `m` at an instant; of no shop, that which holds everywhere. */
export const priceInShop = (at: Date): RawBuilder<number> =>
  priceAt(
    {
      sku: sql`k.id`,
      at: sql`${at.toISOString()}::timestamptz`,
      shop: sql`m.id`,
      district: sql`m.district_id`,
      channel: sql`null`,
    },
    sql`k.tag_price`,
  );

function pageOf(row: Row, printedOn: string): PricedPage {
  const { sku_id, sku_no, name, tag_price, sale_price, printed_at, style_no, color, size, brand, unit } = row;
  const said = (field: keyof typeof tagAttributes): string => row.attributes?.[tagAttributes[field]] ?? '';
  return {
    sku_id,
    sku_no,
    name,
    price: sale_price,
    printed_at,
    values: {
      name,
      style_no,
      sku_no,
      color,
      size,
      brand,
      unit,
      size_spec: sizeSpec.test(row.size_code) ? row.size_code : said('size_spec'),
      material: said('material'),
      executive_standard: said('executive_standard'),
      safety_category: said('safety_category'),
      grade: row.grade ?? '',
      origin_place: row.origin_place ?? '',
      washing: row.washing ?? '',
      unique_code: '',
      tag_price: printMoney(tag_price),
      sale_price: printMoney(sale_price),
      discount: discountOf(sale_price, tag_price),
      barcode: row.barcode ?? '',
      shop: row.shop ?? '',
      printed_on: printedOn,
    },
  };
}

/** A size by the national standard (GB/T 1335): height, girth, figure. Where sizes are coded so, the code is what the tag says. */
const sizeSpec = /^\d{2,3}\/\d{2,3}[ABCY]?$/;

/** 3.6折 of 35.4 %: never better than it is; nothing for what costs its tag price or more. */
function discountOf(price: number, tag: number): string {
  if (tag <= 0 || price >= tag) return '';
  const tenths = Math.ceil((price * 100) / tag) / 10;
  return tenths >= 10 ? '' : `${tenths}折`;
}
