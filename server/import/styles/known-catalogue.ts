import { type Kysely, sql } from 'kysely';
import { goodsByCode } from '#server/kit/goods-by-code.ts';
import { grouped } from '../grouped.ts';
import {
  importedBy,
  type Known,
  type KnownRow,
  type KnownStyle,
  knownColumns,
  knownJoins,
  knownOf,
} from '../known-goods.ts';

/** A SKU that is there, with its colour and size. */
export interface ThereSku extends Known {
  readonly colorId: number;
  readonly sizeId: number;
}

/** A style that is there, with all of its SKUs. */
export interface ThereStyle extends KnownStyle {
  readonly brandId: number;
  readonly categoryId: number;
  readonly unitId: number;
  readonly sizeTypeId: number | null;
  readonly season: string | null;
  readonly sex: string | null;
  readonly skus: readonly ThereSku[];
}

/** What is there of a catalogue. */
export interface KnownCatalogue {
  readonly styles: readonly ThereStyle[];
  /** The same by their ids. */
  readonly byId: ReadonlyMap<number, ThereStyle>;
  /** The SKUs that those of the asked codes name that are there: by barcode, or by their own number. */
  readonly byBarcode: ReadonlyMap<string, ThereSku>;
}

/** Finds the styles with these numbers, whatever their brand, and those whose SKUs carry these barcodes. */
export async function knownCatalogue(
  db: Kysely<unknown>,
  { styleNos, barcodes, foldCase }: { styleNos: readonly string[]; barcodes: readonly string[]; foldCase: boolean },
): Promise<KnownCatalogue> {
  const { rows: carried } = await sql<{ barcode: string; sku_id: number; spu_id: number }>`
    select g.code as barcode, g.sku_id, k.spu_id from (${goodsByCode(barcodes, 'barcode')}) g join sku k on k.id = g.sku_id`.execute(
    db,
  );
  const numbered = foldCase
    ? sql`lower(s.style_no) = any(${styleNos.map((one) => one.toLowerCase())})`
    : sql`s.style_no = any(${styleNos})`;
  const { rows } = await sql<Row>`
    with style as (
      select s.id from spu s where ${numbered} or s.id = any(${[...new Set(carried.map((row) => row.spu_id))]})
    ), ${importedBy(sql`(select id from style)`, sql`(select k.id from sku k where k.spu_id in (select id from style))`)}
    select ${knownColumns}, s.brand_id, s.category_id, s.unit_id, s.size_type_id, s.season_name, s.sex_name, k.color_value_id, k.size_id
    from style join spu s using (id) left join sku k on k.spu_id = s.id ${knownJoins} order by s.id, k.id`.execute(db);
  const styles = [...grouped(rows, (row) => row.spu_id).values()].map(styleOf);
  const skus = new Map(styles.flatMap((style) => style.skus.map((one) => [one.skuId, one] as const)));
  const byBarcode = new Map(
    carried.flatMap(({ barcode, sku_id }) => {
      const found = skus.get(sku_id);
      return found ? [[barcode, found] as const] : [];
    }),
  );
  return { styles, byId: new Map(styles.map((style) => [style.spuId, style])), byBarcode };
}

// A style that waits for its first SKU has none of the SKU's columns.
type Row = Omit<KnownRow, 'sku_id'> & {
  sku_id: number | null;
  brand_id: number;
  category_id: number;
  unit_id: number;
  size_type_id: number | null;
  season_name: string | null;
  sex_name: string | null;
  color_value_id: number;
  size_id: number;
};

function styleOf(rows: readonly Row[]): ThereStyle {
  const [first] = rows as readonly [Row, ...Row[]];
  const skus = rows.flatMap((row) =>
    row.sku_id === null
      ? []
      : [{ ...knownOf({ ...row, sku_id: row.sku_id }), colorId: row.color_value_id, sizeId: row.size_id }],
  );
  return {
    spuId: first.spu_id,
    spuNo: first.spu_no,
    styleNo: first.style_no,
    name: first.name,
    spuPrice: first.spu_price,
    importedPrice: first.imported_price,
    importedName: first.imported_name,
    brandId: first.brand_id,
    categoryId: first.category_id,
    unitId: first.unit_id,
    sizeTypeId: first.size_type_id,
    season: first.season_name,
    sex: first.sex_name,
    skus,
  };
}
