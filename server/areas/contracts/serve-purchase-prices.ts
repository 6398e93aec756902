import { sql } from 'kysely';
import { z } from 'zod';
import { type PurchasePriceAnswer, purchasePriceCalls } from '#contract/areas/contracts/purchase-price-calls.ts';
import { priceStateOf } from '#contract/areas/contracts/purchase-price-enums.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { purchasePriceAt } from '#server/terms/purchase-price-at.ts';
import { exportSheet } from './export-sheet.ts';
import { readQuestion, refuseHidden } from './purchase-question.ts';
import { readRows } from './read-rows.ts';
import { readSaleRate } from './sale-rate.ts';
import { readLogs } from './sheet-logs.ts';

/** What is asked of purchase prices besides their lists (api.csv /v1/PurchasePrice). */
export function servePurchasePrices({ registry }: Kit): void {
  registry.read(
    purchasePriceCalls.addView,
    question.extend({ sku_ids: skuIds }),
    async (context, asked) => {
      await refuseHidden(context, asked);
      return await readQuestion(context, asked);
    },
    purchasePriceSheet,
  );
  registry.read(
    purchasePriceCalls.fileContent,
    question.extend({ rows }),
    async (context, asked) => {
      await refuseHidden(context, asked);
      return await readRows(context, asked);
    },
    purchasePriceSheet,
  );
  registry.read(
    purchasePriceCalls.explain,
    z.strictObject({ supplier_id: id, sku_ids: skuIds, date: z.iso.date() }),
    async (context, asked) => {
      await refuseHidden(context, asked);
      return { list: await explain(context, asked) };
    },
    purchasePriceSheet,
  );
  registry.read(
    purchasePriceCalls.saleRate,
    z
      .strictObject({ sku_ids: skuIds, date_from: z.iso.date(), date_to: z.iso.date() })
      .refine(({ date_from: from, date_to: to }) => from <= to, { path: ['date_to'], message: '不能早于开始日期' }),
    async (context, asked) => ({ list: await readSaleRate(context, asked) }),
  );
  registry.read(
    purchasePriceCalls.logs,
    z.strictObject({ id: id.optional(), sku_id: id.optional() }).superRefine((asked, issues) => {
      if ((asked.id === undefined) === (asked.sku_id === undefined))
        issues.addIssue({ code: 'custom', path: ['id'], message: '请指定采购价单或货品' });
    }),
    async (context, asked) => await readLogs(context, asked),
  );
  registry.read(
    purchasePriceCalls.export,
    z.strictObject({
      id,
      fileName: z.string().trim().max(limits.name).optional(),
      export: z.int().min(1).max(9).optional(),
    }),
    (context, asked) => exportSheet(context, asked),
  );
}

const id = z.int().min(1);
const skuIds = z.array(id).min(1).max(limits.pastedEntries, tooManyEntries());
const question = z.strictObject({
  id: id.optional(),
  supplier_id: id,
  contract_id: id.nullish(),
  effective_date: z.iso.date().nullish(),
});
const rows = z
  .array(
    z.strictObject({
      code: z.string().trim().max(limits.name),
      price: z.string().trim().max(32),
      tax: z.string().trim().max(16).optional(),
    }),
  )
  .min(1)
  .max(limits.documentLines, tooManyEntries());

/** Where the price of each piece comes from, in the order asked; one that has none is told as estimated. */
async function explain(
  { db, actor }: ReadContext,
  asked: { supplier_id: number; sku_ids: number[]; date: string },
): Promise<PurchasePriceAnswer[]> {
  const { rows: goods } = await sql<{ sku_id: number; sku_no: string; name: string }>`
    select k.id as sku_id, k.sku_no, k.name from sku k join unnest(${asked.sku_ids}::bigint[]) with ordinality as a (id, place) on a.id = k.id
    where ${isVisible(sku, actor, 'k')} order by a.place`.execute(db);
  const prices = await purchasePriceAt(db, { ...asked, sku_ids: goods.map(({ sku_id }) => sku_id) });
  return goods.map((one) => {
    const found = prices.get(one.sku_id);
    return found
      ? { ...one, ...found, price_state: priceStateOf.priced }
      : { ...one, ...nothing, price_state: priceStateOf.estimated };
  });
}

const nothing = {
  price: null,
  tax_rate_bp: null,
  sheet_id: null,
  sheet_no: null,
  contract_id: null,
  contract_no: null,
  effective_date: null,
  expire_date: null,
} as const;
