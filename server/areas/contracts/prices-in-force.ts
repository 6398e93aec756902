import { sql } from 'kysely';
import { ordersAtPrices, purchasePricesChanged } from '#contract/areas/contracts/contract-events.ts';
import { kindOf } from '#contract/areas/contracts/purchase-price-enums.ts';
import type { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { holdContract } from '#server/terms/contract-terms.ts';
import { holdGoods, retime } from './contract-prices.ts';
import { priceEstimates } from './later-prices.ts';
import { dayOf } from './purchase-conflicts.ts';

type AppKit = Pick<Kit, 'registry'>;

/**
 * Puts the prices of a sheet in force: from its own day or the day of its last pass, whichever came later, because nobody buys at a
 * price that was not approved yet. What held before ends there, what is planned for later stays.
 */
export async function putInForce(house: AppKit, step: Step<typeof purchasePriceSheet>): Promise<Values> {
  const { context, document } = step;
  if (document.kind === kindOf.later) return await priceEstimates(house, step);
  const skuIds = await goodsOf(step);
  const supplier_id = document.supplier_id;
  if (typeof document.contract_id === 'number')
    await holdContract(context.db, { contract_id: document.contract_id, supplier_id, sku_ids: skuIds });
  await holdGoods(context, skuIds);
  const day = dayOf(document.effective_date, context.now);
  await refuseSameDay(step, day);
  await sql`
    insert into purchase_price (supplier_id, sku_id, price, tax_rate_bp, effective_date, sheet_id, contract_id, created_by, updated_by)
    select ${supplier_id}, l.sku_id, l.new_price, l.tax_rate_bp, ${day}::date, ${document.id}, ${document.contract_id}, ${context.actor.id}, ${context.actor.id}
    from purchase_price_sheet_line l where l.purchase_price_sheet_id = ${document.id} order by l.id`.execute(
    context.db,
  );
  await retime(context, { supplier_id, sku_ids: skuIds });
  await tell(house, step, { why: 'inForce', date: day, sku_ids: skuIds });
  return { effective_date: day };
}

async function refuseSameDay({ context, document }: Step<typeof purchasePriceSheet>, day: string): Promise<void> {
  const { rows } = await sql<{ sku_no: string; sheet_no: string }>`
    select k.sku_no, s.sheet_no from purchase_price_sheet_line l join sku k on k.id = l.sku_id
      join purchase_price p on p.supplier_id = ${document.supplier_id} and p.sku_id = l.sku_id and p.effective_date = ${day}::date
      join purchase_price_sheet s on s.id = p.sheet_id
    where l.purchase_price_sheet_id = ${document.id} order by l.id limit 1`.execute(context.db);
  const [other] = rows;
  if (other)
    throw new Refusal(
      'illegalTransition',
      `货品 ${other.sku_no} 从 ${day} 起已有采购价（${other.sheet_no}），请驳回后改用其他生效日期`,
    );
}

/** Only what has not begun, and what nobody has ordered at (domain.md §4.3). */
export async function guardTakeBack({ registry }: AppKit, step: Step<typeof purchasePriceSheet>): Promise<void> {
  const { context, document } = step;
  const effective_date = document.effective_date;
  if (document.kind === kindOf.later) throw new Refusal('illegalTransition', '价格后补生效后不能作废');
  if (effective_date <= businessDay(context.now))
    throw new Refusal('illegalTransition', '已到生效日期，不能作废，请另行调价');
  const sku_ids = await goodsOf(step);
  const question = { sheet_id: document.id, supplier_id: document.supplier_id, sku_ids, effective_date };
  const used = (await registry.events.ask(context, ordersAtPrices, question)).flat();
  const [first] = used;
  if (first) throw new Refusal('illegalTransition', `采购单 ${first.purchase_no} 已按此价下单，不能作废，请另行调价`);
}

/** The prices of a sheet never come: what held until them goes on. */
export async function takeBackPrices(house: AppKit, step: Step<typeof purchasePriceSheet>): Promise<Values> {
  const { context, document } = step;
  const sku_ids = await goodsOf(step);
  await holdGoods(context, sku_ids);
  await sql`delete from purchase_price where sheet_id = ${document.id}`.execute(context.db);
  await retime(context, { supplier_id: document.supplier_id, sku_ids });
  await tell(house, step, { why: 'cancelled', date: document.effective_date, sku_ids });
  return {};
}

const goodsOf = async ({ lines }: Step<typeof purchasePriceSheet>): Promise<number[]> =>
  (await lines()).map(({ sku_id }) => sku_id);

async function tell(
  { registry }: AppKit,
  { context, document }: Step<typeof purchasePriceSheet>,
  what: { why: 'inForce' | 'cancelled'; date: string; sku_ids: number[] },
): Promise<void> {
  await registry.events.emit(context, purchasePricesChanged, {
    sheet_id: document.id,
    supplier_id: document.supplier_id,
    contract_id: document.contract_id ?? null,
    ...what,
  });
}
