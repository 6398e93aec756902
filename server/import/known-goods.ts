import { type Kysely, type RawBuilder, sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { withoutTwins } from '#contract/kit/barcode-spellings.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { goodsByCode } from '#server/kit/goods-by-code.ts';

/** A style that is there already, with what an earlier import set. */
export interface KnownStyle {
  readonly spuId: number;
  readonly spuNo: string;
  readonly styleNo: string;
  readonly name: string;
  readonly spuPrice: number;
  /** Null: no import has priced it. */
  readonly importedPrice: number | null;
  /** Null: no import has named it. */
  readonly importedName: string | null;
}

/** A SKU that is there already, with its style, and what an earlier import set and as of when. */
export interface Known extends KnownStyle {
  readonly skuId: number;
  readonly skuNo: string;
  readonly skuPrice: number;
  /** Null: no import has priced it. */
  readonly importedSkuPrice: number | null;
  readonly pricedAt: string | null;
}

export interface KnownGoods {
  /** The SKUs that these codes name, each once. */
  of(barcodes: readonly string[]): Known[];
}

/** Finds what is there of these codes: by barcode or number of a SKU (our own lists come back in), and by style number under the brand of imported goods. */
export async function knownGoods(
  db: Kysely<unknown>,
  { spellings, brandId }: { spellings: readonly string[]; brandId: number },
): Promise<KnownGoods> {
  const { rows } = await sql<Found>`
    with match as (
      select g.code, g.sku_id from (${goodsByCode(spellings, 'barcode')}) g
      union select s.style_no, k.id from spu s join sku k on k.spu_id = s.id where s.brand_id = ${brandId} and s.style_no = any(${spellings})
    ), ${importedBy(sql`(select k.spu_id from sku k join match m on m.sku_id = k.id)`, sql`(select sku_id from match)`)}
    select m.code, ${knownColumns}
    from match m join sku k on k.id = m.sku_id join spu s on s.id = k.spu_id ${knownJoins} order by k.id`.execute(db);
  const byCode = new Map<string, Found[]>();
  for (const row of rows) byCode.set(row.code, [...(byCode.get(row.code) ?? []), row]);
  return {
    of: (barcodes) => [
      ...new Map(barcodes.flatMap((code) => byCode.get(code) ?? []).map((row) => [row.sku_id, knownOf(row)])).values(),
    ],
  };
}

type Found = KnownRow & { code: string };

/**
 * What imports set of styles and SKUs, as further parts of a WITH clause: each price by its latest mention in the trail. A
 * SKU that no import mentions by itself goes by its style.
 */
export function importedBy(spuIds: RawBuilder<unknown>, skuIds: RawBuilder<unknown>): RawBuilder<unknown> {
  const latest = (docType: string, field: string, ids: RawBuilder<unknown>) => sql`
      select distinct on (l.doc_id) l.doc_id, l.changes from audit_log l
      where l.doc_type = ${docType} and l.action = 'import' and l.changes ? ${field} and l.doc_id in ${ids}
      order by l.doc_id, l.id desc`;
  return sql`priced as (${latest('spu', 'tag_price', spuIds)}), named as (${latest('spu', 'name', spuIds)}), sku_priced as (${latest('sku', 'tag_price', skuIds)})`;
}

/** What is asked of `spu s`, `sku k` and what imports set of them. */
export const knownColumns = sql`k.id as sku_id, k.sku_no, s.id as spu_id, s.spu_no, s.style_no, s.name, s.tag_price as spu_price, k.tag_price as sku_price,
      (p.changes -> 'tag_price' ->> 'after')::bigint as imported_price, n.changes -> 'name' ->> 'after' as imported_name,
      (coalesce(q.changes, p.changes) -> 'tag_price' ->> 'after')::bigint as imported_sku_price, coalesce(q.changes, p.changes) -> 'priced_at' ->> 'after' as priced_at`;
export const knownJoins = sql`left join priced p on p.doc_id = s.id left join named n on n.doc_id = s.id left join sku_priced q on q.doc_id = k.id`;

/** A row of `knownColumns`. */
export interface KnownRow {
  sku_id: number;
  sku_no: string;
  spu_id: number;
  spu_no: string;
  style_no: string;
  name: string;
  spu_price: number;
  sku_price: number;
  imported_price: number | null;
  imported_name: string | null;
  imported_sku_price: number | null;
  priced_at: string | null;
}

/** A row as the rest of the import knows it. */
export function knownOf(row: KnownRow): Known {
  return {
    skuId: row.sku_id,
    skuNo: row.sku_no,
    spuId: row.spu_id,
    spuNo: row.spu_no,
    styleNo: row.style_no,
    name: row.name,
    spuPrice: row.spu_price,
    skuPrice: row.sku_price,
    importedPrice: row.imported_price,
    importedName: row.imported_name,
    importedSkuPrice: row.imported_sku_price,
    pricedAt: row.priced_at,
  };
}

/** Gives SKUs that are there further barcodes; answers how many came. */
export async function addBarcodes(
  context: WriteContext,
  additions: readonly { skuId: number; skuNo: string; barcodes: readonly string[] }[],
): Promise<number> {
  const wanted = additions.flatMap((one) =>
    one.barcodes.length === 0 ? [] : [{ ...one, barcodes: withoutTwins(one.barcodes) }],
  );
  const rows = wanted.flatMap((one) => one.barcodes.map((barcode) => ({ sku_id: one.skuId, barcode })));
  if (rows.length === 0) return 0;
  await sql`
    insert into sku_barcode (sku_id, barcode, type, is_main)
    select sku_id, barcode, 2, not exists (select 1 from sku_barcode b where b.sku_id = r.sku_id and b.is_main)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (sku_id bigint, barcode text)`.execute(context.db);
  await writeAudit(
    context,
    wanted.map((one) => ({
      docType: sku.name,
      docId: one.skuId,
      docNo: one.skuNo,
      action: 'import',
      label: '导入',
      changes: { lines: { before: null, after: one.barcodes.join(', ') } },
    })),
  );
  return rows.length;
}
