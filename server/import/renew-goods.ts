import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { grouped } from './grouped.ts';
import { asRead, type HeldGoods, holdGoods } from './hold-goods.ts';
import type { Known, KnownStyle } from './known-goods.ts';
import type { Remark } from './remark.ts';

/** What a file says of a SKU that is there already. */
export interface Renewal {
  readonly known: Known;
  readonly code: string;
  /** Undefined: it says no name. */
  readonly name: string | undefined;
  /** The name is that of a catalogue, which follows it; otherwise it only stands in where there is none. */
  readonly names: boolean;
  /** 0: it says no price. */
  readonly fen: number;
  readonly pricedAt: string | null;
}

interface Renewing {
  readonly renewals: readonly Renewal[];
  /** Styles that have got new SKUs: without a price they take that of these. */
  readonly grown: readonly KnownStyle[];
  readonly remarks: Remark[];
}

/**
 * Brings goods up to a file that knows more: a price that is not older than the imported one and that nobody has changed
 * since, and a name that nobody gave. A style's price is what most of its SKUs have. Answers how many SKUs changed; what a
 * person set, also while the import was reading and adding, is kept and remarked upon.
 */
export async function renewGoods(context: WriteContext, renewing: Renewing): Promise<number> {
  const wanted = judge({ ...renewing, remarks: [] }, asRead);
  const held = await holdGoods(context.db, {
    skuIds: wanted.priced.map(({ known }) => known.skuId),
    spuIds: [...new Set([...wanted.repriced, ...wanted.renamed.map(({ style }) => style.spuId)])],
  });
  const { styles, priced, renamed, repriced } = judge(renewing, held);
  await setSkuPrices(context, priced);
  const prices = await setStyles(context, { repriced, renamed });
  await writeAudit(context, [
    ...styleHistory(styles, { prices, renamed: new Set(renamed) }),
    ...priced.map(({ known, fen, pricedAt }) => ({
      ...history,
      docType: sku.name,
      docId: known.skuId,
      docNo: known.skuNo,
      changes: {
        tag_price: { before: known.skuPrice, after: fen },
        priced_at: { before: known.pricedAt, after: pricedAt },
      },
    })),
  ]);
  return new Set([...priced, ...renamed.flatMap(({ all }) => all)]).size;
}

/** What goods follow the file, as they are now. */
function judge({ renewals, grown, remarks }: Renewing, held: HeldGoods) {
  const bySpu = grouped(
    renewals.map((one) => ({ ...one, known: held.sku(one.known) })),
    ({ known }) => known.spuId,
  );
  const touched = new Map([...renewals.map(({ known }) => known), ...grown].map((style) => [style.spuId, style]));
  const styles = [...touched.values()].map(held.style).map((style): StyleRenewal => {
    const all = bySpu.get(style.spuId) ?? [];
    return {
      style,
      all,
      name: nameAfter(style, all, remarks),
      priced: all.filter((one) => priceAfter(one, remarks) !== one.known.skuPrice),
    };
  });
  const priced = styles.flatMap((one) => one.priced);
  const renamed = styles.filter(({ style, name }) => name !== style.name);
  const waiting = grown.map(held.style).filter(({ spuPrice }) => spuPrice === 0);
  const repriced = [...new Set([...priced.map(({ known }) => known), ...waiting].map(({ spuId }) => spuId))];
  return { styles, priced, renamed, repriced };
}

interface StyleRenewal {
  readonly style: KnownStyle;
  /** What the file says of its SKUs; nothing where it only brings new ones. */
  readonly all: readonly Renewal[];
  readonly name: string;
  readonly priced: readonly Renewal[];
}

const history = { action: 'import', label: '导入' };

async function setSkuPrices(context: WriteContext, priced: readonly Renewal[]): Promise<void> {
  if (priced.length === 0) return;
  const rows = priced.map(({ known, fen }) => ({ id: known.skuId, fen }));
  await sql`
    update sku t set tag_price = r.fen, ${editedBy(context)}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, fen bigint) where t.id = r.id`.execute(
    context.db,
  );
}

/** Sets names, and the prices of styles whose SKUs have new ones; answers those by style. */
async function setStyles(
  context: WriteContext,
  { repriced, renamed }: { repriced: readonly number[]; renamed: readonly StyleRenewal[] },
): Promise<Map<number, number>> {
  if (repriced.length + renamed.length === 0) return new Map();
  const names = JSON.stringify(renamed.map(({ style, name }) => ({ id: style.spuId, name })));
  // A style that waited for its price is complete now.
  const { rows } = await sql<{ id: number; tag_price: number }>`
    with name as (select * from jsonb_to_recordset(${names}::jsonb) as n (id bigint, name text)),
    price as (
      select spu_id as id, mode() within group (order by tag_price) as fen from sku where spu_id = any(${repriced}) and tag_price > 0 group by spu_id
    )
    update spu t set name = coalesce(n.name, t.name), tag_price = coalesce(p.fen, t.tag_price),
      status = case when t.status = 0 and p.fen > 0 then 1 else t.status end, ${editedBy(context)}
    from (select id from name union select id from price) r left join name n using (id) left join price p using (id)
    where t.id = r.id returning t.id, t.tag_price`.execute(context.db);
  await sql`
    update sku k set name = concat_ws(' ', s.name, v.value, z.name), ${editedBy(context, 'k')}
    from spu s, attribute_value v, size z
    where s.id = any(${renamed.map(({ style }) => style.spuId)}) and k.spu_id = s.id and v.id = k.color_value_id and z.id = k.size_id`.execute(
    context.db,
  );
  return new Map(rows.map((row) => [row.id, row.tag_price]));
}

const editedBy = (context: WriteContext, table = 't') =>
  sql`version = ${sql.ref(`${table}.version`)} + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}`;

function styleHistory(
  styles: readonly StyleRenewal[],
  { prices, renamed }: { prices: ReadonlyMap<number, number>; renamed: ReadonlySet<StyleRenewal> },
) {
  return styles.flatMap((one) => {
    const { style, name, priced, all } = one;
    const after = prices.get(style.spuId);
    if (after === undefined) return [];
    const before = all[0]?.known.pricedAt ?? null;
    return [
      {
        ...history,
        docType: spu.name,
        docId: style.spuId,
        docNo: style.spuNo,
        changes: {
          tag_price: { before: style.spuPrice, after },
          priced_at: { before, after: priced.map(({ pricedAt }) => pricedAt).reduce(later, before) },
          ...(renamed.has(one) ? { name: { before: style.name, after: name } } : {}),
        },
      },
    ];
  });
}

const later = (one: string | null, other: string | null): string | null =>
  one === null || (other !== null && other > one) ? other : one;

/** A name stands in for the code; that of a catalogue replaces the one that an import gave, never one that a person did. */
function nameAfter(known: KnownStyle, all: readonly Renewal[], remarks: Remark[]): string {
  const { name, names, code } = all.find((one) => one.name !== undefined) ?? {};
  if (name === undefined || name === known.name) return known.name;
  if (known.name === known.styleNo || (names && known.name === known.importedName)) return name;
  if (names && name !== known.importedName)
    remarks.push({
      code: code ?? known.styleNo,
      kind: 'kept',
      detail: {
        en: `its name ${known.name} was given by hand and stays; the file says ${name}`,
        zh: `名称“${known.name}”由人工设定，保留；文件为“${name}”`,
      },
    });
  return known.name;
}

function priceAfter({ known, code, fen, pricedAt }: Renewal, remarks: Remark[]): number {
  if (fen === 0 || fen === known.skuPrice || fen === known.importedSkuPrice || pricedAt === null) return known.skuPrice;
  if (known.pricedAt !== null && pricedAt < known.pricedAt) return known.skuPrice;
  if (
    known.importedPrice === null ||
    known.spuPrice !== known.importedPrice ||
    known.skuPrice !== known.importedSkuPrice
  ) {
    remarks.push({
      code,
      kind: 'kept',
      detail: {
        en: `its price ${known.skuPrice} fen was set by hand and stays; the file says ${fen}`,
        zh: `价格 ${known.skuPrice} 分由人工设定，保留；文件为 ${fen} 分`,
      },
    });
    return known.skuPrice;
  }
  return fen;
}
