import { sql } from 'kysely';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { type ReturnedPieces, saleReturned } from '#contract/areas/orders/order-events.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { LineRow } from '#server/kit/lines.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { counterparties, locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg, Source } from '#server/ledger/posting.ts';
import { namedOf, type OrderStanding } from '../order-standing.ts';
import { batchOf, type SoldPart, soldBatches, takePieces } from './sold-batches.ts';

type AppKit = Pick<Kit, 'registry' | 'policies'>;

export const sourceOf = (document: LockedDocument<typeof orderService>): Source => ({
  docType: orderService.name,
  docId: document.id,
  docNo: String(document.service_no),
});

/** Pieces of a line that come back, with their grade and their codes. */
interface Back {
  readonly lineId: number;
  readonly itemId: number;
  readonly skuId: number;
  readonly qty: number;
  readonly grade: number;
  readonly codes: readonly { readonly id: number; readonly origin: number | null }[];
}

type BackPart = Back & { readonly part: SoldPart };

/**
 * Goods of an order are back (P11, 103): to the batches that they left from, at what each costs now (amendments B); what is not offset yet
 * closes its case. Goods whose sale moved no stock (imported history) move none now. Answers whether any moved.
 */
export async function takeGoods(
  house: AppKit,
  step: Step<typeof orderService>,
  order: OrderStanding,
): Promise<boolean> {
  const { context, document } = step;
  const back = await backOf(context, order, await step.lines());
  const warehouse = requireField(document, 'return_warehouse_id');
  const sold = order.imported ? [] : await soldBatches(context.db, order.id);
  const parts = order.imported ? [] : back.flatMap((one) => partsOf(sold, one));
  if (parts.length > 0)
    await postStock(
      { db: context.db, policies: house.policies },
      {
        source: sourceOf(document),
        legs: parts.flatMap((one) => legsOf(one, warehouse)),
        codes: back.flatMap((one) => codesOf(one, warehouse)),
        happenedAt: context.now.toISOString(),
        opId: context.opId,
        adminId: context.actor.id,
      },
    );
  await house.registry.events.emit(context, saleReturned, {
    ...namedOf(order, context.now),
    service_id: document.id,
    service_no: String(document.service_no),
    return_warehouse_id: warehouse,
    pieces: order.imported ? back.map(unposted) : parts.map(piecesOf),
  });
  return parts.length > 0;
}

async function backOf(
  { db }: WriteContext,
  order: OrderStanding,
  lines: readonly LineRow<typeof orderService>[],
): Promise<Back[]> {
  const ids = lines.flatMap((line) => line.code_ids ?? []);
  const { rows } = await sql<{
    id: number;
    unique_code: string;
    sku_id: number;
    origin: number | null;
    order_no: string | null;
  }>`
    select id, unique_code, sku_id, in_ware_detail_id as origin, order_no from piece_code where id = any(${ids}::bigint[])`.execute(
    db,
  );
  const codes = new Map(rows.map((row) => [row.id, row]));
  return lines.flatMap((line, place): Back[] => {
    const own = (line.code_ids ?? []).flatMap((id) => codes.get(id) ?? []);
    for (const code of own)
      if (code.sku_id !== line.sku_id || code.order_no !== order.order_no)
        throw new Refusal(
          'invalid',
          `唯一码 ${code.unique_code} 不是订单 ${order.order_no} 售出的此货品`,
          `lines.${place}.code_ids`,
        );
    const qty = Number(line.return_qty ?? 0);
    if (own.length > qty) throw new Refusal('invalid', '唯一码多于退货数量', `lines.${place}.code_ids`);
    if (qty === 0) return [];
    return [
      {
        lineId: line.id ?? 0,
        itemId: Number(line.order_item_id),
        skuId: Number(line.sku_id),
        qty,
        grade: Number(line.imperfect_type ?? 0),
        codes: own.map(({ id, origin }) => ({ id, origin })),
      },
    ];
  });
}

function partsOf(sold: Parameters<typeof takePieces>[0], one: Back): BackPart[] {
  const { parts, unknown } = takePieces(sold, one);
  // What left has a batch or a case: a mistake of ours, which must not reach the books.
  if (unknown > 0) throw new Error(`line ${one.itemId} of an order has ${unknown} pieces of no batch`);
  return parts.map((part) => ({ ...one, part }));
}

function legsOf({ lineId, skuId, grade, part }: BackPart, warehouse: number): Leg[] {
  const shared = { skuId, imperfectType: grade, bizType: bizType.saleReturn, lineId };
  const { sold, qty } = part;
  const closes = sold.negative_id !== null && sold.negative_warehouse === warehouse && sold.sold_grade === grade;
  const batch = batchOf(part);
  return [
    {
      ...shared,
      location: locationsOf(warehouse).warehouse,
      delta: qty,
      ...(closes ? { takesBack: requireField(sold, 'negative_id') } : {}),
      // Pieces that are offset elsewhere later get a batch of their own here, at what they stood in the books at.
      ...(batch ? { batch } : { unitCost: sold.cost_price }),
    },
    { ...shared, location: counterparties.customer, delta: -qty },
  ];
}

const codesOf = ({ codes, lineId, grade }: Back, warehouseId: number): CodeMove[] =>
  codes.map(({ id }) => ({ codeId: id, step: 'takeBack', warehouseId, imperfectType: grade, lineId }));

function piecesOf({ itemId, lineId, skuId, grade, part }: BackPart): ReturnedPieces {
  const { sold, qty, ...worth } = part;
  return {
    item_id: itemId,
    line_id: lineId,
    sku_id: skuId,
    imperfect_type: grade,
    qty,
    in_ware_detail_id: sold.origin,
    supplier_id: sold.supplier_id,
    co_model: sold.co_model,
    cost_amount: sold.cost_price * qty,
    ...worth,
  };
}

/** Of history: nothing of it is in the books. */
const unposted = ({ itemId, lineId, skuId, grade, qty }: Back): ReturnedPieces => ({
  item_id: itemId,
  line_id: lineId,
  sku_id: skuId,
  imperfect_type: grade,
  qty,
  in_ware_detail_id: null,
  supplier_id: null,
  co_model: null,
  cost_amount: 0,
  sold_cost_amount: 0,
  final_amount: 0,
  borne_amount: 0,
});
