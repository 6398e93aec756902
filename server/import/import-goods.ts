import { limits } from '#contract/kit/limits.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { cut } from '#server/sheets/bilingual-message.ts';
import { addPieces, addStyles } from './add-goods.ts';
import type { Catalogue, Goods } from './catalogue.ts';
import { holdImports } from './hold-imports.ts';
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
  await holdImports(context.db);
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
      names: false,
      pricedAt: draft.pricedAt,
    }),
  );
  const renewed = await renewGoods(context, { renewals, grown: [], remarks });
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
  const name = goods.name === undefined ? undefined : cut(goods.name, limits.name);
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
  const styles = fresh.map((draft) => ({
    ...places,
    styleNo: draft.styleNo,
    name: draft.name ?? draft.styleNo,
    season: null,
    sex: null,
    fen: draft.fen,
    pricedAt: draft.pricedAt,
  }));
  const ids = await addStyles(context, { styles, numbers });
  const pieces = fresh.map(({ fen, pricedAt, barcodes }, index) => ({
    spuId: ids[index] ?? 0,
    colorId: places.colorId,
    sizeId: places.sizeId,
    fen,
    pricedAt,
    barcodes,
  }));
  await addPieces(context, { pieces, numbers });
}
