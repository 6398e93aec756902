import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { limits } from '#contract/kit/limits.ts';
import { spuState } from '#server/areas/goods/spu.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import type { Catalogue, Goods } from './catalogue.ts';
import { addBarcodes, type Known, knownGoods } from './known-goods.ts';
import { toFen } from './money.ts';
import { type Places, preparePlaces } from './places.ts';
import { type Remark, remarkKinds } from './remark.ts';
import { type Renewal, renewGoods } from './renew-goods.ts';

export interface GoodsImport {
  readonly catalogue: Catalogue;
  /** Millionths of a yuan for a pound. */
  readonly rate: number;
  readonly numbers: Numbers;
}

export interface GoodsOutcome {
  readonly added: number;
  /** Goods that were there already: with a newer price or a name at last, and as they were. */
  readonly renewed: number;
  readonly unchanged: number;
  /** Spellings that came to goods already there. */
  readonly barcodes: number;
  readonly remarks: readonly Remark[];
}

/**
 * Makes a style and a SKU of every piece of goods in the catalogue that is not there yet, each spelling of its code a
 * barcode, in a handful of statements. Goods are known by their barcodes, so a file that comes twice changes nothing; of
 * goods that are there only what nobody has changed by hand follows the file (`renewGoods`).
 */
export async function importGoods(
  context: WriteContext,
  { catalogue, rate, numbers }: GoodsImport,
): Promise<GoodsOutcome> {
  await sql`select pg_advisory_xact_lock(hashtext('import'))`.execute(context.db);
  const places = await preparePlaces(context, numbers);
  const remarks: Remark[] = [];
  const wanted = catalogue.goods.map((goods) => draftOf(goods, rate, remarks));
  const known = await knownGoods(context.db, {
    spellings: wanted.flatMap((draft) => draft.barcodes),
    brandId: places.brandId,
  });
  const fresh: Draft[] = [];
  const there: { draft: Draft; known: Known }[] = [];
  for (const draft of wanted) {
    const owners = known.of(draft.barcodes);
    const [owner] = owners;
    if (owners.length > 1)
      remarks.push({
        code: draft.styleNo,
        kind: 'kept',
        detail: {
          en: `its spellings ${draft.barcodes.join(', ')} are different SKUs already (${owners.map((one) => one.skuNo).join(', ')})`,
          zh: `写法 ${draft.barcodes.join('、')} 已属于不同货品（${owners.map((one) => one.skuNo).join('、')}）`,
        },
      });
    if (owner) there.push({ draft, known: owner });
    else fresh.push(draft);
  }
  await addGoods(context, { fresh, places, numbers });
  const barcodes = await addBarcodes(
    context,
    there.map(({ draft, known: owner }) => ({
      skuId: owner.skuId,
      skuNo: owner.skuNo,
      barcodes: draft.barcodes.filter((code) => known.of([code]).length === 0),
    })),
  );
  const renewals = there.map(
    ({ draft, known: owner }): Renewal => ({
      known: owner,
      code: draft.styleNo,
      name: draft.name,
      fen: draft.fen,
      pricedAt: draft.pricedAt,
      suffix: places.suffix,
    }),
  );
  const renewed = await renewGoods(context, { renewals, remarks });
  return { added: fresh.length, renewed, unchanged: there.length - renewed, barcodes, remarks };
}

/** One piece of goods as it will stand in the catalogue. */
interface Draft {
  readonly styleNo: string;
  /** Undefined: no order line names it, and its code stands for the name. */
  readonly name: string | undefined;
  /** 0: it has no price yet. */
  readonly fen: number;
  readonly pricedAt: string | null;
  readonly barcodes: readonly string[];
}

function draftOf(goods: Goods, rate: number, remarks: Remark[]): Draft {
  const [code = ''] = goods.spellings;
  if (goods.spellings.length > 1)
    remarks.push({
      code,
      kind: 'folded',
      detail: {
        en: `written ${goods.spellings.join(', ')}: one SKU, every spelling a barcode`,
        zh: `写作 ${goods.spellings.join('、')}：合为一个货品`,
      },
    });
  const price = goods.price && toFen(goods.price.millionths, rate);
  if (price && !price.exact)
    remarks.push({
      row: goods.price?.row,
      code,
      kind: 'rounded',
      detail: { en: `price rounded to ${price.fen} fen`, zh: `价格四舍五入为 ${price.fen} 分` },
    });
  if (!price || price.fen === 0) remarks.push({ code, kind: 'no price', detail: remarkKinds['no price'] });
  if (goods.name === undefined) remarks.push({ code, kind: 'no name', detail: remarkKinds['no name'] });
  const name = goods.name?.slice(0, limits.name);
  if (goods.name !== undefined && name !== goods.name)
    remarks.push({
      code,
      kind: 'shortened',
      detail: {
        en: `name cut to ${limits.name} characters: ${goods.name}`,
        zh: `名称截为 ${limits.name} 个字符：${goods.name}`,
      },
    });
  return {
    styleNo: code,
    name,
    fen: price?.fen ?? 0,
    pricedAt: price ? (goods.price?.at ?? null) : null,
    barcodes: goods.spellings,
  };
}

async function addGoods(
  context: WriteContext,
  { fresh, places, numbers }: { fresh: readonly Draft[]; places: Places; numbers: Numbers },
): Promise<void> {
  if (fresh.length === 0 || !spu.number || !sku.number) return;
  const spuNos = await numbers.take(spu.number, context.now, fresh.length);
  const skuNos = await numbers.take(sku.number, context.now, fresh.length);
  const rows = fresh.map((draft, index) => ({
    spu_no: spuNos[index],
    sku_no: skuNos[index],
    style_no: draft.styleNo,
    name: draft.name ?? draft.styleNo,
    fen: draft.fen,
    barcodes: draft.barcodes,
    status: draft.fen > 0 ? spuState.enabled : spuState.toInitialise,
  }));
  const by = { admin: context.actor.id, now: context.now.toISOString() };
  const stamp = sql`${by.admin}::bigint, ${by.admin}::bigint, ${by.now}::timestamptz, ${by.now}::timestamptz`;
  const { rows: made } = await sql<{ spu_id: number; spu_no: string; sku_id: number; sku_no: string }>`
    with draft as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as d (spu_no text, sku_no text, style_no text, name text, fen bigint, status smallint, barcodes jsonb)
    ), style as (
      insert into spu (spu_no, style_no, name, category_id, brand_id, unit_id, size_type_id, tag_price, status, created_by, updated_by, created_at, updated_at)
      select spu_no, style_no, name, ${places.categoryId}, ${places.brandId}, ${places.unitId}, ${places.sizeTypeId}, fen, status, ${stamp} from draft order by spu_no
      returning id, spu_no
    ), piece as (
      insert into sku (sku_no, spu_id, color_value_id, size_id, name, brand_id, category_id, main_barcode, tag_price, created_by, updated_by, created_at, updated_at)
      select d.sku_no, s.id, ${places.colorId}, ${places.sizeId}, d.name || ${places.suffix}, ${places.brandId}, ${places.categoryId}, d.barcodes ->> 0, d.fen, ${stamp}
      from draft d join style s using (spu_no) order by d.sku_no
      returning id, sku_no, spu_id
    ), code as (
      insert into sku_barcode (sku_id, barcode, type, is_main)
      select p.id, b.barcode, ${supplierBarcode}, b.place = 1
      from draft d join piece p using (sku_no), jsonb_array_elements_text(d.barcodes) with ordinality as b (barcode, place)
    )
    select s.id as spu_id, s.spu_no, p.id as sku_id, p.sku_no from style s join piece p on p.spu_id = s.id order by s.spu_no`.execute(
    context.db,
  );
  const drafts = new Map(fresh.map((draft, index) => [spuNos[index], draft]));
  const history = { action: 'import', label: '导入' };
  await writeAudit(
    context,
    made.flatMap((row) => [
      { ...history, docType: spu.name, docId: row.spu_id, docNo: row.spu_no, changes: pricing(drafts.get(row.spu_no)) },
      { ...history, docType: sku.name, docId: row.sku_id, docNo: row.sku_no },
    ]),
  );
}

/** What the trail keeps of an imported price: the next import reads from it what this one set, and as of when. */
function pricing(draft: Draft | undefined): Record<string, { before: unknown; after: unknown }> {
  return {
    tag_price: { before: null, after: draft?.fen ?? 0 },
    priced_at: { before: null, after: draft?.pricedAt ?? null },
    name: { before: null, after: draft?.name ?? draft?.styleNo ?? '' },
  };
}

/** 供应商条码 of barcode_type: the codes are those of the shop that kept the list. */
const supplierBarcode = 2;
