import { sql } from 'kysely';
import { inType } from '#contract/areas/enums.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { boughtIn } from '#contract/areas/purchasing/inbound-enums.ts';
import { type ReceivedLine, receiptReversed, receiptReversing } from '#contract/areas/purchasing/inbound-events.ts';
import { orderState } from '#contract/areas/purchasing/purchase-enums.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { lockBalances } from '#server/ledger/balances.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { lockOrdersOf } from '#server/ledger/codes.ts';
import { cameWith } from '#server/ledger/coming-codes.ts';
import { GoodsRefusal } from '#server/ledger/goods-refusal.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import { decisionsOf, lapseDifference } from '../difference/make-difference.ts';
import { openShort, takeBackReceipt } from '../receive.ts';
import { reopenIfFinished } from './arrival-progress.ts';
import { type Detail, detailsOf } from './batch-lines.ts';
import { receivedBatch } from './post-batch.ts';
import { receiptsOf, shortagesOf } from './receipts.ts';
import { closedOf, differencesOf } from './settle-quantities.ts';
import { takeBackAccepted } from './take-back-accepted.ts';

/** Goods that another document brought are taken back by that document. */
export function onlyBought(
  _actor: Actor,
  { in_type, source_no }: LockedDocument<typeof inWareBatch>,
): Refusal | undefined {
  if (in_type === boughtIn) return undefined;
  const words = (inType as Readonly<Record<number, string>>)[Number(in_type)] ?? '';
  return new Refusal('illegalTransition', `${words}批次由单据 ${String(source_no ?? '')} 生成，请在该单据上处理`);
}

/**
 * Takes a posted batch back, whole (domain.md §4.7, P13): only while every piece of it still stands where it came in and is promised to
 * nobody. The pieces go back to the supplier at what they cost now, the order and the appointment get back what came in and what was
 * closed as short, what the posting had added to the order goes out of it, the difference order is closed, and whoever followed the posting hears of it.
 */
export async function reverseBatch(kit: Kit, step: Step<typeof inWareBatch>): Promise<Values> {
  const { context, document, input } = step;
  const { db, now } = context;
  const reason = String(input.reason);
  const lines = detailsOf(await step.lines());
  const came = lines.filter(({ in_qty }) => in_qty > 0);
  const differs = differencesOf(lines).length > 0;
  const decisions = await decisionsOf(db, { batchId: document.id, differs });
  await reopenIfFinished(kit, context, Number(document.arrival_id));
  await kit.registry.events.emit(context, receiptReversing, {
    batch_id: document.id,
    batch_no: String(document.batch_no),
    detail_ids: came.map(({ id }) => id),
  });
  const received = new Map(came.map(({ id, in_qty }) => [id, in_qty]));
  await takeBackReceipt(kit, context, receiptsOf(lines, received));
  await openShort(kit, context, await ofOpenOrders(context, shortagesOf(lines, closedOf(lines, decisions))));
  await takeBackAccepted(kit, context, { batch: document, lines });
  await lapseDifference(kit, context, { batchId: document.id, remark: `入库批次红冲：${reason}` });
  const costs = await takeOut(kit, context, { document, came });
  await kit.registry.events.emit(context, receiptReversed, {
    ...receivedBatch(document, {
      in_stock_no: String(document.in_stock_no),
      at: now.toISOString(),
      lines: came.map((line) => reversedLine(line, costs.get(line.id) ?? 0)),
    }),
    reason,
  });
  return {};
}

// What somebody closed as a whole stays closed, whatever becomes of its parts.
async function ofOpenOrders<R extends { readonly purchase_line_id: number }>(
  { db }: WriteContext,
  shortages: readonly R[],
): Promise<R[]> {
  if (shortages.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    select l.id from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id
    where l.id = any(${shortages.map(({ purchase_line_id }) => purchase_line_id)}::bigint[]) and o.status <> ${orderState.closed}`.execute(
    db,
  );
  const open = new Set(rows.map(({ id }) => id));
  return shortages.filter(({ purchase_line_id }) => open.has(purchase_line_id));
}

interface Stands {
  readonly in_ware_detail_id: number;
  readonly sku_id: number;
  readonly sku_no: string;
  readonly left: number;
  readonly locked: number;
  readonly cost: number;
}

/** Posts the pieces out again; answers what those of each line cost. Refuses, by the goods, once one of them has moved or is promised. */
async function takeOut(
  { policies }: Kit,
  context: WriteContext,
  { document, came }: { document: LockedDocument<typeof inWareBatch>; came: readonly Detail[] },
): Promise<Map<number, number>> {
  const { db, now } = context;
  const source = { docType: inWareBatch.name, docId: document.id, docNo: document.batch_no };
  const { warehouse, supplier } = locationsOf(document.warehouse_id);
  const legs = came.flatMap(({ id, sku_id: skuId, imperfect_type: imperfectType, in_qty }) => {
    const shared = { skuId, imperfectType, lineId: id, bizType: bizType.reversal };
    return [
      { ...shared, location: warehouse, delta: -in_qty, origin: id },
      { ...shared, location: supplier, delta: in_qty },
    ];
  });
  const books = { db, policies };
  // The codes that came in with the pieces are only bound again, and come in with whatever brings the pieces next.
  const codes = (await cameWith(db, { lineIds: came.map(({ id }) => id), location: warehouse })).map(
    (code): CodeMove => ({ ...code, step: 'unreceive' }),
  );
  await lockOrdersOf(db, codes);
  const locked = await lockBalances(books, { keys: legs, by: source });
  const stands = await standing(context, { came, warehouse });
  for (const line of came) {
    const found = stands.get(line.id);
    if (!found || found.left < line.in_qty || found.locked > 0)
      throw new GoodsRefusal(
        'illegalTransition',
        { skuId: line.sku_id, skuNo: found?.sku_no ?? '' },
        (goods) =>
          `${goods} 入库 ${line.in_qty} 件，${
            found && found.locked > 0 ? `其中 ${found.locked} 件已被锁定` : `在原仓原品级只剩 ${found?.left ?? 0} 件`
          }，不能红冲`,
      );
  }
  const { id: adminId } = context.actor;
  await postStock(books, {
    source,
    legs,
    codes,
    happenedAt: now.toISOString(),
    opId: context.opId,
    adminId,
    locked,
  });
  return new Map([...stands].map(([id, { cost }]) => [id, cost]));
}

/** What stands of these lines where it came in, under the locks of the balances. */
async function standing(
  { db }: WriteContext,
  { came, warehouse }: { came: readonly Detail[]; warehouse: number },
): Promise<Map<number, Stands>> {
  const { rows } = await sql<Stands>`
    select d.id as in_ware_detail_id, d.sku_id, k.sku_no, coalesce(b.qty_remain, 0) as left, coalesce(b.qty_locked, 0) as locked, coalesce(b.cost_amount, 0) as cost
    from in_ware_batch_detail d join sku k on k.id = d.sku_id
      left join stock_batch b on b.in_ware_detail_id = d.id and b.location_id = ${warehouse} and b.sku_id = d.sku_id and b.imperfect_type = d.imperfect_type
    where d.id = any(${came.map(({ id }) => id)}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.in_ware_detail_id, row]));
}

const reversedLine = (line: Detail, cost: number): ReceivedLine => {
  const amount = line.in_qty * line.purchase_price;
  return {
    detail_id: line.id,
    purchase_line_id: line.purchase_line_id,
    sku_id: line.sku_id,
    imperfect_type: line.imperfect_type,
    qty: line.in_qty,
    purchase_price: line.purchase_price,
    tax_rate_bp: line.tax_rate_bp,
    price_state: line.price_state,
    cost,
    amount,
    tax_amount: amount - line.untaxed,
  };
};
