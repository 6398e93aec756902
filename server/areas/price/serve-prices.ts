import { sql } from 'kysely';
import { z } from 'zod';
import { sku } from '#contract/areas/goods/sku.ts';
import {
  type PriceAnswer,
  type PricedGoods,
  type PriceQuestion,
  priceCalls,
} from '#contract/areas/price/price-calls.ts';
import { priceScope, priceType } from '#contract/areas/price/price-enums.ts';
import { priceRecord } from '#contract/areas/price/price-record.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { salePrice } from '#contract/areas/price/sale-price.ts';
import { moneyKind } from '#contract/kit/kinds/money.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { listSchema } from '#contract/kit/schema.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { exportRows } from '#server/kit/export-list.ts';
import { namedGoods, whyNoGoods } from '#server/kit/goods-by-code.ts';
import { linesFile } from '#server/kit/lines-file.ts';
import { checkReferences } from '#server/kit/references.ts';
import { seenSchema } from '#server/kit/seen-schema.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { askedAt, priceAt } from '#server/terms/resolve-price.ts';
import { conflictsOf } from './conflicts.ts';
import { placesOf } from './places.ts';
import { servePriceSheet } from './price-sheet.ts';
import { referenceCost } from './sheet-lines.ts';
import { simulate } from './simulate.ts';

/** Sale prices: sheets, what is in force, what it was, and what it will be (api.csv /v1/price/*). */
export function servePrices(kit: Kit): void {
  const { registry } = kit;
  servePriceSheet(kit);
  serveEntity(kit, salePrice);
  serveEntity(kit, priceRecord);
  registry.read(
    priceCalls.addView,
    questionSchema,
    async (context, asked) => {
      await refuseHiddenPlaces(context, { ...asked });
      return readQuestion(context, asked);
    },
    priceSheet,
  );
  registry.read(
    priceCalls.simulate,
    z.strictObject({
      sku_ids: skuIds,
      at: z.iso.datetime({ offset: true }),
      shop_id: id.optional(),
      sale_channel_value: z.string().trim().min(1).max(limits.name).optional(),
    }),
    async (context, asked): Promise<{ list: PriceAnswer[] }> => {
      await refuseHiddenPlaces(context, asked);
      return { list: await simulate(context, asked) };
    },
  );
  registry.read(priceCalls.import, importSchema, readRows);
  registry.read(
    priceCalls.export,
    z.strictObject({
      id,
      fileName: z.string().trim().max(limits.name).optional(),
      export: z.int().min(1).max(9).optional(),
    }),
    (context, asked) => linesFile(context, priceSheet, asked),
  );
  registry.read(
    priceCalls.exportRecords,
    seenSchema(priceRecord, (seen) => listSchema(seen).extend({ export: z.int().min(1).max(9) })),
    (context, asked) => exportRows(context, seenBy(priceRecord, context.actor), { asked }),
    priceRecord,
  );
}

const id = z.int().min(1);
const skuIds = z.array(id).min(1).max(limits.pastedEntries, tooManyEntries());
const code = (choices: Readonly<Record<number, string>>) => z.literal(Object.keys(choices).map(Number));
const instant = z.iso.datetime({ offset: true }).nullish();

const questionSchema = z.strictObject({
  id: id.optional(),
  sku_ids: skuIds,
  price_type: code(priceType),
  scope_type: code(priceScope),
  organize_ids: z.array(id).max(limits.pastedEntries).optional(),
  shop_ids: z.array(id).max(limits.pastedEntries).optional(),
  sale_channel_value: z.string().trim().max(limits.name).nullish(),
  effective_at: instant,
  expire_at: instant,
});

/** Nobody is told the prices and plans of districts and shops that they do not see. */
async function refuseHiddenPlaces({ db, actor }: ReadContext, asked: object): Promise<void> {
  const { organize_ids, shop_ids } = priceSheet.fields;
  await checkReferences(db, actor, { fields: { organize_ids, shop_ids, shop_id: shop_ids }, records: [{ ...asked }] });
}

/** What stands beside the lines of a sheet while it is written: present prices, and the sheets in the way. */
async function readQuestion(context: ReadContext, asked: PriceQuestion): Promise<{ lines: PricedGoods[] }> {
  const { db, actor } = context;
  const [place] = placesOf(asked);
  const costs = actor.permissions.has('stock:costView');
  const { rows } = await sql<Omit<PricedGoods, 'conflict'>>`
    with p as (select ${place?.scope_type ?? 1}::smallint as scope_type, ${place?.scope_value ?? '0'}::text as scope_value)
    select k.id as sku_id, k.sku_no, k.name, k.tag_price, ${priceAt(askedAt('p', sql`k.id`, sql`now()`), sql`k.tag_price`)} as old_price
      ${costs ? sql`, c.cost as cost_price, round(c.cost * (10000 + s.tax_rate_bp) / 10000.0)::bigint as even_price` : sql``}
    from sku k join spu s on s.id = k.spu_id cross join lateral (select ${costs ? referenceCost : sql`null::bigint`} as cost) c cross join p join unnest(${asked.sku_ids}::bigint[]) with ordinality as a (id, place) on a.id = k.id
    where ${isVisible(sku, actor, 'k')} order by a.place`.execute(db);
  const effective = asked.effective_at ?? context.now.toISOString();
  const conflicts = await conflictsOf(
    context,
    { ...asked, effective_at: effective },
    rows.map((row) => row.sku_id),
  );
  return { lines: rows.map((row) => ({ ...row, conflict: conflicts.get(row.sku_id) ?? null })) };
}

const importSchema = z.strictObject({
  rows: z
    .array(z.strictObject({ code: z.string().trim().max(limits.name), price: z.string().trim().max(32) }))
    .min(1)
    .max(limits.documentLines, tooManyEntries()),
});

/** Reads pasted or imported rows: goods by their number or barcode, prices in yuan. Every row is answered: a line, or why not. */
async function readRows(
  context: ReadContext,
  { rows }: { rows: { code: string; price: string }[] },
): Promise<{
  lines: (PricedGoods & { row: number; new_price: number })[];
  errors: { row: number; words: string }[];
}> {
  const goods = await namedGoods(context, rows);
  const errors: { row: number; words: string }[] = [];
  const priced = new Map<number, { price: number; row: number }>();
  for (const [index, row] of rows.entries()) {
    const refuse = (words: string) => errors.push({ row: index + 1, words });
    const skuId = goods.get(row.code)?.sku_id;
    const price = moneyKind.parse(row.price, priceSheet.lines.fields.new_price);
    const first = skuId === undefined ? undefined : priced.get(skuId);
    if (skuId === undefined) refuse(whyNoGoods(row.code));
    else if (price === undefined) refuse(`价格“${row.price}”不正确，最多两位小数`);
    else if (price < 1) refuse('价格必须大于 0');
    else if (first) refuse(`与第 ${first.row} 行是同一货品`);
    else priced.set(skuId, { price, row: index + 1 });
  }
  if (priced.size === 0) return { lines: [], errors };
  const now = context.now.toISOString();
  const { lines } = await readQuestion(context, {
    sku_ids: [...priced.keys()],
    price_type: 2,
    scope_type: 1,
    effective_at: now,
  });
  return {
    lines: lines.flatMap((line) => {
      const found = priced.get(line.sku_id);
      return found ? [{ ...line, row: found.row, new_price: found.price }] : [];
    }),
    errors,
  };
}
