import { sql } from 'kysely';
import { kindOf } from '#contract/areas/contracts/purchase-price-enums.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { SavedValues, Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, Step } from '#server/kit/step.ts';
import { holdContract } from '#server/terms/contract-terms.ts';
import { holdGoods } from './contract-prices.ts';
import { fillEstimates } from './later-prices.ts';
import { guardTakeBack, putInForce, takeBackPrices } from './prices-in-force.ts';
import { conflictsOf } from './purchase-conflicts.ts';
import { fillLines } from './purchase-lines.ts';

/** Purchase price sheets: what is special about them (domain.md §4.3). */
export function servePurchasePriceSheet(kit: Kit): void {
  serveDocument(kit, purchasePriceSheet, purchasePriceSheetHooks(kit));
}

export const purchasePriceSheetHooks = (kit: Pick<Kit, 'registry'>): DocumentHooks<typeof purchasePriceSheet> => ({
  derive: async (context, values) => {
    await refuseSupplier(context, values);
    return {};
  },
  after: async (context, id, values) => {
    await holdContractOf(context, values, await goodsOf(context, id));
    await fillLines(context.db, id, values);
    if (values.kind === kindOf.later) await fillEstimates(context, id, values);
  },
  transitions: {
    submit: { guard: guardSubmit, effect: fillAgain },
    financeAudit: { effect: (step) => putInForce(kit, step) },
    cancelInForce: {
      may: onlyManager,
      guard: (step) => guardTakeBack(kit, step),
      effect: (step) => takeBackPrices(kit, step),
    },
  },
});

/** Who passes sheets for the department may also take back what finance has passed. */
function onlyManager({ permissions }: Actor): Refusal | undefined {
  if (permissions.has('PurchasePrice:departmentAudit')) return undefined;
  return new Refusal('forbidden', '已生效的采购价单由采购经理作废');
}

async function refuseSupplier({ db }: WriteContext, { supplier_id }: Values): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from supplier where id = ${supplier_id} and status <> 1`.execute(db);
  if (rows[0]) throw new Refusal('invalid', `供应商“${rows[0].name}”已停用`, 'supplier_id');
}

/** The contract is in force, the supplier's, and covers the brand of every line; kind 3 may have none. */
async function holdContractOf(
  { db }: WriteContext,
  { contract_id, supplier_id }: Pick<SavedValues<typeof purchasePriceSheet>, 'contract_id' | 'supplier_id'>,
  skuIds: readonly number[],
): Promise<void> {
  if (typeof contract_id !== 'number') return;
  await holdContract(db, { contract_id, supplier_id, sku_ids: skuIds });
}

async function goodsOf({ db }: WriteContext, id: number): Promise<number[]> {
  const { rows } = await sql<{ sku_id: number }>`
    select sku_id from purchase_price_sheet_line where purchase_price_sheet_id = ${id} order by id`.execute(db);
  return rows.map(({ sku_id }) => sku_id);
}

/** Everything a judge may count on: the day is ahead, the contract holds, each line is of the sheet's kind, and none is priced twice. */
async function guardSubmit(step: Step<typeof purchasePriceSheet>): Promise<void> {
  const { context, document, lines } = step;
  // What came in already has no day ahead and no other price in its way.
  if (document.kind === kindOf.later) return await refuseSupplier(context, document);
  if (document.effective_date < businessDay(context.now))
    throw new Refusal('invalid', '生效日期不能早于今天', 'effective_date');
  await refuseSupplier(context, document);
  const ids = (await lines()).map(({ sku_id }) => sku_id);
  await holdContractOf(context, document, ids);
  await holdGoods(context, ids);
  await refuseConflicts(step, ids);
  await refuseOtherKind(step, ids);
}

async function refuseConflicts(
  { context, document }: Step<typeof purchasePriceSheet>,
  ids: readonly number[],
): Promise<void> {
  const conflicts = await conflictsOf(context, document, ids);
  const place = ids.findIndex((id) => conflicts.has(id));
  if (place < 0) return;
  const more = conflicts.size > 1 ? `，另有 ${conflicts.size - 1} 个货品也有冲突` : '';
  const words = conflicts.get(ids[place] ?? 0) ?? '';
  throw new Refusal('invalid', `第 ${place + 1} 行：${words}${more}`, `lines.${place}.sku_id`);
}

/** New goods have no price of this supplier yet, a change has one to change. */
async function refuseOtherKind(
  { context, document }: Step<typeof purchasePriceSheet>,
  ids: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ sku_id: number }>`
    select distinct sku_id from purchase_price where supplier_id = ${document.supplier_id} and sku_id = any(${[...ids]}::bigint[])
      and effective_date <= ${document.effective_date}::date`.execute(context.db);
  const priced = new Set(rows.map(({ sku_id }) => sku_id));
  const place = ids.findIndex((id) => priced.has(id) !== (document.kind === kindOf.change));
  if (place < 0) return;
  const words =
    document.kind === kindOf.change
      ? '货品还没有此供应商的采购价，请用“新品定价”'
      : '货品已有此供应商的采购价，请用“采购调价”';
  throw new Refusal('invalid', `第 ${place + 1} 行${words}`, `lines.${place}.sku_id`);
}

/** Prices have gone on since the draft was written: what is judged is what holds now. */
async function fillAgain({ context, document }: Step<typeof purchasePriceSheet>): Promise<Values> {
  await fillLines(context.db, document.id, document);
  if (document.kind === kindOf.later) await fillEstimates(context, document.id, document);
  const { rows } = await sql<{ sku_count: number }>`
    select sku_count from purchase_price_sheet where id = ${document.id}`.execute(context.db);
  return { sku_count: rows[0]?.sku_count ?? 0 };
}
