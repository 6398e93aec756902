import { sql } from 'kysely';
import { costAdjust } from '#contract/areas/costs/cost-adjust.ts';
import { costReason } from '#contract/areas/costs/cost-enums.ts';
import { type AdjustedPlace, costAdjusted, costsChanged } from '#contract/areas/costs/cost-events.ts';
import { coModelCode } from '#contract/areas/enums.ts';
import { settleItemType } from '#contract/areas/settlement/settle-enums.ts';
import { moneyPosting } from '#contract/areas/settlement/settlement-events.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { addSettleItems } from '#server/ledger/money/settle-items.ts';
import { type Revalued, revalue } from '#server/ledger/revalue.ts';
import { type CostDetail, detailsOf } from './details.ts';
import { type OpenAmounts, splitOf, wholeOf } from './figures.ts';
import { type Sums, sumUp } from './fill-lines.ts';

/** An adjustment that is about to be posted, its batches held. */
export interface Posting {
  readonly id: number;
  readonly no: string;
  readonly supplierId: number | null;
  readonly reason: number;
  /** The supplier is owed the difference by items of type 7. */
  readonly toSupplier: boolean;
  /** What consigned pieces that were sold are worth more; none by default. Fen, untaxed. */
  readonly consigned?: number;
  readonly lines: readonly PostedLine[];
}

export interface PostedLine {
  readonly id: number;
  readonly in_ware_detail_id: number;
  readonly new_cost: number;
  /** The price that was found for it, with its tax; the cost follows from that. */
  readonly price?: { readonly price: number; readonly tax_rate_bp: number };
  /** What all of it is worth more, where that is known otherwise: fen, untaxed. */
  readonly whole?: number;
}

/**
 * Posts an adjustment (P12): what the pieces cost wherever they stand, what of the difference is here, on its way and gone, what the
 * supplier is owed for it, and the books (voucher 13). Answers what it comes to.
 */
export async function postAdjust(
  kit: Pick<Kit, 'registry' | 'policies'>,
  context: WriteContext,
  posting: Posting,
): Promise<Sums> {
  const { db, now } = context;
  const { events } = kit.registry;
  const day = businessDay(now);
  const source = { docType: costAdjust.name, docId: posting.id, docNo: posting.no };
  await events.emit(context, moneyPosting, {
    business_date: day,
    doc_type: source.docType,
    doc_id: source.docId,
    doc_no: source.docNo,
  });
  const stands = await revalue(
    { db, policies: kit.policies },
    {
      source,
      costs: posting.lines.map((line) => ({ origin: line.in_ware_detail_id, cost: line.new_cost, lineId: line.id })),
      at: now.toISOString(),
      opId: context.opId,
      adminId: context.actor.id,
    },
  );
  const judged = judgeLines(posting, {
    // Where the pieces are is known since their places are locked.
    details: await detailsOf(
      db,
      posting.lines.map((line) => line.in_ware_detail_id),
    ),
    stands,
  });
  await writeLines(context, judged);
  const sums = await sumUp(db, posting.id);
  await events.emit(context, costsChanged, {
    cost_id: posting.id,
    lines: posting.lines.map(({ in_ware_detail_id: detail_id, new_cost, price = null }) => ({
      detail_id,
      cost_price: new_cost,
      price,
    })),
  });
  await oweSupplier(context, posting, judged);
  await events.emit(context, costAdjusted, {
    cost_id: posting.id,
    cost_no: posting.no,
    supplier_id: posting.supplierId,
    adjust_reason: posting.reason,
    to_supplier: posting.toSupplier || posting.reason === costReason.laterPrice,
    business_date: day,
    consigned_amount: posting.consigned ?? 0,
    ...forBooks(judged, stands),
  });
  return sums;
}

interface JudgedLine {
  readonly line: PostedLine;
  readonly detail: CostDetail;
  readonly split: ReturnType<typeof splitOf>;
}

interface Found {
  readonly details: ReadonlyMap<number, CostDetail>;
  readonly stands: readonly Revalued[];
}

function judgeLines({ lines, reason, toSupplier }: Posting, { details, stands }: Found): JudgedLine[] {
  const here = new Map<number, OpenAmounts>();
  for (const { lineId, inTransit, amount } of stands) {
    const { onhand, transit } = here.get(lineId) ?? { onhand: 0, transit: 0 };
    here.set(lineId, inTransit ? { onhand, transit: transit + amount } : { onhand: onhand + amount, transit });
  }
  return lines.map((line) => {
    const detail = details.get(line.in_ware_detail_id);
    if (detail === undefined) throw new Error(`line ${line.id} is of no batch`);
    const found = here.get(line.id) ?? { onhand: 0, transit: 0 };
    const figures = { ...detail, old_cost: detail.cost_price, new_cost: line.new_cost };
    // What is gone is worth what it was sold for: only what is here loses value.
    const whole = reason === costReason.impairment ? found.onhand + found.transit : (line.whole ?? wholeOf(figures));
    return { line, detail, split: splitOf(figures, { stands: found, whole, toSupplier }) };
  });
}

async function writeLines({ db }: WriteContext, judged: readonly JudgedLine[]): Promise<void> {
  await sql`
    update cost_adjust_line l set in_qty = e.in_qty, remain_qty = e.remain_qty, transit_qty = e.transit_qty, returned_qty = e.returned_qty,
      onhand_amount = e.onhand, transit_amount = e.transit, sold_amount = e.sold, settle_amount = e.settle
    from ${rowsOf('e', {
      id: ['bigint', judged.map(({ line }) => line.id)],
      in_qty: ['bigint', judged.map(({ detail }) => detail.in_qty)],
      remain_qty: ['bigint', judged.map(({ detail }) => detail.remain_qty)],
      transit_qty: ['bigint', judged.map(({ detail }) => detail.transit_qty)],
      returned_qty: ['bigint', judged.map(({ detail }) => detail.returned_qty)],
      onhand: ['bigint', judged.map(({ split }) => split.onhand_amount)],
      transit: ['bigint', judged.map(({ split }) => split.transit_amount)],
      sold: ['bigint', judged.map(({ split }) => split.sold_amount)],
      settle: ['bigint', judged.map(({ split }) => split.settle_amount)],
    })} where l.id = e.id`.execute(db);
}

/** What the supplier is owed more, line by line: the tax is the rest beside the untaxed difference, as it is of what came in. */
async function oweSupplier(
  context: WriteContext,
  { id, no, supplierId, toSupplier }: Posting,
  judged: readonly JudgedLine[],
): Promise<void> {
  if (!toSupplier || supplierId === null) return;
  await addSettleItems(
    context,
    { docType: costAdjust.name, docId: id, docNo: no },
    judged.flatMap(({ line, detail, split }) => {
      if (split.settle_amount === 0) return [];
      const untaxed = split.onhand_amount + split.transit_amount + split.sold_amount;
      return [
        {
          supplierId,
          coModel: detail.co_model,
          itemType: settleItemType.costAdjust,
          sourceLineId: line.id,
          occurDate: businessDay(context.now),
          skuId: detail.sku_id,
          taxRateBp: detail.tax_rate_bp,
          amount: split.settle_amount,
          taxAmount: split.settle_amount - untaxed,
        },
      ];
    }),
  );
}

/** What of it the books hear of: the company's own goods, place by place. */
function forBooks(judged: readonly JudgedLine[], stands: readonly Revalued[]) {
  const own = judged.filter(({ detail }) => detail.co_model === coModelCode.bought);
  const ids = new Set(own.map(({ line }) => line.id));
  const places = new Map<number, AdjustedPlace>();
  for (const { lineId, warehouseId, inTransit, amount } of stands) {
    if (!ids.has(lineId) || amount === 0) continue;
    const place = places.get(warehouseId) ?? { warehouse_id: warehouseId, onhand_amount: 0, transit_amount: 0 };
    const name = inTransit ? 'transit_amount' : 'onhand_amount';
    places.set(warehouseId, { ...place, [name]: place[name] + amount });
  }
  const sold = own.reduce((sum, { split }) => sum + split.sold_amount, 0);
  const here = [...places.values()].reduce((sum, place) => sum + place.onhand_amount + place.transit_amount, 0);
  return { places: [...places.values()], sold_amount: sold, total_amount: sold + here };
}
