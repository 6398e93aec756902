import { sql } from 'kysely';
import { orderRefund } from '#contract/areas/after-sales/order-refund.ts';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { allot } from '#contract/areas/allocation/allot.ts';
import { estimatesPriced } from '#contract/areas/contracts/contract-events.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { costAdjust } from '#contract/areas/costs/cost-adjust.ts';
import { costAdjustState, costReason } from '#contract/areas/costs/cost-enums.ts';
import { coModelCode } from '#contract/areas/enums.ts';
import { order } from '#contract/areas/orders/order.ts';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { EventKind } from '#contract/kit/event.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { priceItems } from '#server/ledger/money/settle-items.ts';
import { detailsOf, holdDetails } from './details.ts';
import { linesOf } from './fill-lines.ts';
import { postAdjust } from './post-adjust.ts';

type Priced = typeof estimatesPriced extends EventKind<infer Payload> ? Payload : never;

/**
 * Estimated prices are made good (domain.md §4.3, §4.25): what came in and what of it went back is owed at the price that was found, all at
 * once (amendments C), and a cost adjustment (reason 1) is made, posted, for what it costs more or less.
 */
export function makeEstimatesGood(kit: Pick<Kit, 'registry' | 'policies' | 'numbers'>): void {
  kit.registry.events.on(estimatesPriced, async (context, priced) => {
    const ids = priced.lines.map((line) => line.detail_id);
    await holdDetails(context.db, ids);
    const owed = await priceOwed(context, priced);
    const consigned = await priceSold(context, priced);
    await adjust(kit, context, { priced, owed, consigned });
  });
}

/** Prices the items of the batches, and of what went back of them; answers by batch what they are worth more: fen, untaxed. */
async function priceOwed(context: WriteContext, priced: Priced): Promise<Map<number, number>> {
  const source = { docType: purchasePriceSheet.name, docId: priced.sheet_id, docNo: priced.sheet_no };
  const prices = new Map(priced.lines.map((line) => [line.detail_id, line]));
  const received = await priceItems(
    context,
    source,
    inWareBatch.name,
    priced.lines.map(({ detail_id, price, tax_rate_bp }) => ({ source_line_id: detail_id, price, tax_rate_bp })),
  );
  const back = await returnedLines(context, [...prices.keys()]);
  const batchOf = new Map(back.map((line) => [line.line_id, line.detail_id]));
  const returned = await priceItems(
    context,
    source,
    backOrder.name,
    back.flatMap(({ line_id, detail_id }) => {
      const found = prices.get(detail_id);
      return found ? [{ source_line_id: line_id, price: found.price, tax_rate_bp: found.tax_rate_bp }] : [];
    }),
  );
  const owed = new Map<number, number>();
  const add = (detail: number, more: number) => owed.set(detail, (owed.get(detail) ?? 0) + more);
  for (const { source_line_id, untaxed } of received) add(source_line_id, untaxed);
  for (const { source_line_id, untaxed } of returned) add(batchOf.get(source_line_id) ?? 0, untaxed);
  return owed;
}

/** Prices what was sold of consigned batches, what of it came back, and what was lost (amendments C); answers what all of it is worth more: fen, untaxed. */
async function priceSold(context: WriteContext, priced: Priced): Promise<number> {
  const source = { docType: purchasePriceSheet.name, docId: priced.sheet_id, docNo: priced.sheet_no };
  const prices = new Map(priced.lines.map((line) => [line.detail_id, line]));
  const { rows: sold } = await sql<{ id: number; detail_id: number }>`
    select id, in_ware_detail_id as detail_id from order_item_batch where in_ware_detail_id = any(${[...prices.keys()]}::bigint[]) order by id`.execute(
    context.db,
  );
  const of = (source_line_id: number, detail: number) => {
    const found = prices.get(detail);
    return found ? [{ source_line_id, price: found.price, tax_rate_bp: found.tax_rate_bp }] : [];
  };
  // The item of a sale is of the pieces of a batch in an order, that of a return of the batch itself.
  const returned = [...prices.keys()].flatMap((detail) => of(detail, detail));
  const items = [
    ...(await priceItems(
      context,
      source,
      order.name,
      sold.flatMap(({ id, detail_id }) => of(id, detail_id)),
    )),
    ...(await priceItems(context, source, orderService.name, returned)),
    ...(await priceItems(context, source, orderRefund.name, returned)),
    // So is that of pieces that were lost or used up.
    ...(await priceItems(context, source, stocktaking.name, returned)),
    ...(await priceItems(context, source, stockAdjustment.name, returned)),
    ...(await priceItems(context, source, imperfectRecord.name, returned)),
    ...(await priceItems(context, source, allot.name, returned)),
  ];
  return items.reduce((sum, { untaxed }) => sum + untaxed, 0);
}

/** Lines of returns by which goods of these batches went back. */
async function returnedLines(
  { db }: WriteContext,
  ids: readonly number[],
): Promise<{ line_id: number; detail_id: number }[]> {
  const { rows } = await sql<{ line_id: number; detail_id: number }>`
    select distinct r.line_id, r.in_ware_detail_id as detail_id from stock_ledger r
    where r.in_ware_detail_id = any(${[...ids]}::bigint[]) and r.doc_type = ${backOrder.name} and r.line_id is not null order by 1`.execute(
    db,
  );
  return rows;
}

interface Found {
  readonly priced: Priced;
  readonly owed: ReadonlyMap<number, number>;
  /** What consigned pieces that were sold are worth more: fen, untaxed. */
  readonly consigned: number;
}

/** The adjustment that follows, made as it is posted. */
async function adjust(
  kit: Pick<Kit, 'registry' | 'policies' | 'numbers'>,
  context: WriteContext,
  { priced, owed, consigned }: Found,
): Promise<void> {
  const details = await detailsOf(
    context.db,
    priced.lines.map((line) => line.detail_id),
  );
  const lines = priced.lines.flatMap((line) => {
    const detail = details.get(line.detail_id);
    return detail ? [{ ...line, detail, cost: untaxedOf(line.price, line.tax_rate_bp) }] : [];
  });
  const made = await createDocument(kit, context, {
    definition: costAdjust,
    values: {
      supplier_id: priced.supplier_id,
      adjust_reason: costReason.laterPrice,
      // The items of the goods carry the price themselves.
      to_supplier: 0,
      posted_at: context.now.toISOString(),
    },
    lines: lines.map(({ detail, cost }) => ({
      in_ware_detail_id: detail.id,
      sku_id: detail.sku_id,
      old_cost: detail.cost_price,
      new_cost: cost,
    })),
    status: costAdjustState.posted,
    source: { definition: purchasePriceSheet, id: priced.sheet_id, no: priced.sheet_no },
  });
  const byDetail = new Map(lines.map((line) => [line.detail.id, line]));
  await postAdjust(kit, context, {
    id: made.id,
    no: String(made.no),
    supplierId: priced.supplier_id,
    reason: costReason.laterPrice,
    toSupplier: false,
    consigned,
    lines: (await linesOf(context, made.id)).flatMap((line) => {
      const found = byDetail.get(line.in_ware_detail_id);
      if (found === undefined) return [];
      const { price, tax_rate_bp, detail } = found;
      // What the supplier is owed more is what the whole is worth more; of his own goods nothing is owed before they are sold.
      const whole = detail.co_model === coModelCode.bought ? { whole: owed.get(detail.id) ?? 0 } : {};
      return [{ ...line, price: { price, tax_rate_bp }, ...whole }];
    }),
  });
}

/** What one piece costs without its tax, rounded half up to the fen (domain.md §1.2). */
const untaxedOf = (price: number, rateBp: number): number => Math.floor((price * 10_000) / (10_000 + rateBp) + 0.5);
