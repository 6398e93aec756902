import { sql } from 'kysely';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { goodsReceived, type ReceivedBatch, type ReceivedLine } from '#contract/areas/purchasing/inbound-events.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import type { Numbering } from '#contract/kit/definition.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg } from '#server/ledger/posting.ts';
import { decisionsOf } from '../difference/make-difference.ts';
import { refuseIdle } from '../order/order-lines.ts';
import { closeShort, receive } from '../receive.ts';
import { finishIfCovered } from './arrival-progress.ts';
import { codesOfBatch, tellCodes } from './batch-codes.ts';
import { type Detail, detailsOf } from './batch-lines.ts';
import { orderAccepted } from './order-accepted.ts';
import { receiptsOf, shortagesOf } from './receipts.ts';
import { closedOf, differencesOf, groupsOf, receivedOf } from './settle-quantities.ts';

/** Goods come into no warehouse that is switched off. */
export async function guardPost({ context, document, rejects }: Step<typeof inWareBatch>): Promise<void> {
  if (!rejects) await refuseIdle(context.db, document, ['warehouse_id']);
}

/**
 * Posts a batch (domain.md §5.1 P1): what its difference order says of it is what comes in; the order and the appointment are told, the
 * pieces of each line become a batch of stock at their untaxed price, and whoever is owed or booked for it hears of it. One
 * transaction; held are the batch, its difference order, the appointment, its orders, and the stock last.
 */
export async function postBatch(kit: Kit, step: Step<typeof inWareBatch>): Promise<Values> {
  const { context, document } = step;
  const { db, now } = context;
  const counted = detailsOf(await step.lines());
  const differs = differencesOf(counted).length > 0;
  const decisions = await decisionsOf(db, { batchId: document.id, differs });
  const received = receivedOf(counted, decisions);
  await sql`select 1 from arrival_order where id = ${document.arrival_id} for no key update`.execute(db);
  const lines = await withOrders(context, document, { counted, received });
  await receive(kit, context, receiptsOf(lines, received));
  await closeShort(kit, context, shortagesOf(lines, closedOf(lines, decisions)));
  const inStockNo = (await kit.numbers.take(stockNumber, now))[0] as string;
  const posted = await writeLines(context, lines, received);
  const at = now.toISOString();
  const codes = await codesOfBatch(context, document, posted);
  await postStock(
    { db, policies: kit.policies },
    {
      source: { docType: inWareBatch.name, docId: document.id, docNo: document.batch_no },
      codes: codes.moves,
      legs: posted.flatMap((line) => legsOf(line, document, at)),
      happenedAt: at,
      opId: context.opId,
      adminId: context.actor.id,
    },
  );
  await tellCodes(context, document, codes);
  await finishIfCovered(kit, context, { arrivalId: Number(document.arrival_id), batchId: document.id });
  const batch = receivedBatch(document, { in_stock_no: inStockNo, at, lines: posted });
  await kit.registry.events.emit(context, goodsReceived, batch);
  const sum = (of: (line: Posted) => number) => posted.reduce((all, line) => all + of(line), 0);
  return {
    in_stock_no: inStockNo,
    in_qty: sum(({ qty }) => qty),
    imperfect_qty: sum(({ qty, imperfect_type }) => (imperfect_type === 0 ? 0 : qty)),
    in_amount: sum(({ cost }) => cost),
    into_time: at,
    posted: true,
  };
}

const stockNumber: Numbering = { prefix: 'IS', field: 'in_stock_no' };

/** The lines of the batch, those of goods that were accepted without having been ordered with the line that is ordered for them now. */
async function withOrders(
  context: WriteContext,
  document: LockedDocument<typeof inWareBatch>,
  { counted, received }: { counted: readonly Detail[]; received: ReadonlyMap<number, number> },
): Promise<Detail[]> {
  const accepted = groupsOf(counted).flatMap(({ root, lines }) => {
    const qty = lines.reduce((sum, { id }) => sum + (received.get(id) ?? 0), 0);
    return root.purchase_line_id === null && qty > 0 ? [{ detail: root, qty }] : [];
  });
  const ordered = await orderAccepted(context, document, accepted);
  return counted.map((line) => ({
    ...line,
    purchase_line_id: line.purchase_line_id ?? ordered.get(line.split_of_id ?? line.id) ?? null,
    added_qty: accepted.find(({ detail }) => detail.id === line.id)?.qty ?? 0,
  }));
}

/** A line whose pieces come in, with what they cost. */
interface Posted extends ReceivedLine {
  readonly cost_price: number;
  readonly production_date: string | null;
  readonly expire_at: string | null;
}

/**
 * Writes on the lines what comes in and what it costs: the untaxed price of one piece is rounded half up first, so that the cost of all
 * is exact, and the rest of the amount is tax (domain.md §1.2).
 */
async function writeLines(
  { db }: WriteContext,
  lines: readonly Detail[],
  received: ReadonlyMap<number, number>,
): Promise<Posted[]> {
  const rows = lines.map(({ id, purchase_line_id, added_qty }) => ({
    id,
    purchase_line_id,
    added_qty,
    in_qty: received.get(id) ?? 0,
  }));
  const { rows: written } = await sql<Posted>`
    with e as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (id bigint, purchase_line_id bigint, added_qty bigint, in_qty bigint)),
    d as (
      update in_ware_batch_detail d set purchase_line_id = e.purchase_line_id, in_qty = e.in_qty, added_qty = e.added_qty, cost_price = c.price, amount = c.price * e.in_qty, origin_id = d.id
      from e join in_ware_batch_detail o on o.id = e.id
        cross join lateral (select round(o.purchase_price * 10000.0 / (10000 + o.tax_rate_bp))::bigint as price) c
      where d.id = e.id returning d.*)
    select id as detail_id, purchase_line_id, sku_id, imperfect_type, in_qty as qty, purchase_price, tax_rate_bp, price_state, cost_price, amount as cost,
      purchase_price * in_qty as amount, purchase_price * in_qty - amount as tax_amount, production_date::text as production_date, expire_at::text as expire_at
    from d where in_qty > 0 order by id`.execute(db);
  return written;
}

/** The pieces of a line go from the supplier to the warehouse, and are a batch of their own from then on. */
function legsOf(line: Posted, document: LockedDocument<typeof inWareBatch>, at: string): Leg[] {
  const locations = locationsOf(document.warehouse_id);
  const { sku_id: skuId, imperfect_type: imperfectType, detail_id: lineId, qty } = line;
  const shared = { skuId, imperfectType, lineId, bizType: bizType.purchaseIn };
  const batch = {
    origin: lineId,
    supplierId: requireField(document, 'supplier_id'),
    coModel: requireField(document, 'co_model'),
    costPrice: line.cost_price,
    cost: line.cost,
    productionDate: line.production_date,
    expireAt: line.expire_at,
    intoTime: at,
  };
  return [
    { ...shared, location: locations.warehouse, delta: qty, batch },
    { ...shared, location: locations.supplier, delta: -qty },
  ];
}

/** A batch as others are told of it. */
export function receivedBatch(
  document: LockedDocument<typeof inWareBatch>,
  { in_stock_no, at, lines }: { in_stock_no: string; at: string; lines: readonly ReceivedLine[] },
): ReceivedBatch {
  return {
    batch_id: document.id,
    batch_no: document.batch_no,
    in_stock_no,
    arrival_id: requireField(document, 'arrival_id'),
    purchase_id: document.purchase_id,
    supplier_id: requireField(document, 'supplier_id'),
    co_model: requireField(document, 'co_model'),
    warehouse_id: document.warehouse_id,
    at,
    business_date: businessDay(new Date(at)),
    lines: lines.map((line) => ({
      detail_id: line.detail_id,
      purchase_line_id: line.purchase_line_id,
      sku_id: line.sku_id,
      imperfect_type: line.imperfect_type,
      qty: line.qty,
      purchase_price: line.purchase_price,
      tax_rate_bp: line.tax_rate_bp,
      price_state: line.price_state,
      cost: line.cost,
      amount: line.amount,
      tax_amount: line.tax_amount,
    })),
  };
}
