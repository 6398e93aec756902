import { type Kysely, sql } from 'kysely';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { type ReturnedLine, returnShipped, returnShort } from '#contract/areas/purchasing/back-order-events.ts';
import { goodsLeft } from '#contract/areas/warehouse/out-ware-detail.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { LineRow } from '#server/kit/lines.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { lockBalances } from '#server/ledger/balances.ts';
import { moveCodes } from '#server/ledger/codes.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { movesOf, refuseUnnamedPieces } from '#server/ledger/named-codes.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg } from '#server/ledger/posting.ts';
import { lockRecordOf, undoDeals } from '../imperfect/undo-deals.ts';
import { refuseIdle } from '../order/order-lines.ts';
import { batchesOfLines } from './hold.ts';
import { refuseUnfitPieces, returnedPieces } from './returned-pieces.ts';
import { returnSource } from './source-of.ts';

type Quantity = 'qty' | 'out_qty' | 'sign_qty';

/** Refuses a count above what a line has, on the place of its answer. */
function refuseAbove(
  step: Step<typeof backOrder>,
  lines: readonly LineRow<typeof backOrder>[],
  { counted, most }: Record<'counted' | 'most', Quantity>,
): void {
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const [place, { line_id }] of (step.input.lines ?? []).entries()) {
    const line = byId.get(line_id);
    const [is, limit] = [Number(line?.[counted]), Number(line?.[most])];
    const label = (name: Quantity) => backOrder.lines.fields[name].label;
    if (is > limit)
      throw new Refusal('invalid', `${label(counted)} ${is} 超过${label(most)} ${limit}`, `lines.${place}.${counted}`);
  }
}

const sumOf = (lines: readonly LineRow<typeof backOrder>[], name: Quantity): number =>
  lines.reduce((sum, line) => sum + (line[name] ?? 0), 0);

/** No more goes out than is locked, something does, and by a carrier that is still one. */
export async function guardOut(step: Step<typeof backOrder>): Promise<void> {
  await refuseIdle(step.context.db, step.document, ['logistics_id']);
  const lines = await step.lines();
  refuseAbove(step, lines, { counted: 'out_qty', most: 'qty' });
  if (sumOf(lines, 'out_qty') === 0) throw new Refusal('invalid', '没有出库的货品，不退返时请作废', 'lines');
  await refuseUnfitPieces(step);
}

/**
 * Takes the goods out to their supplier, batch by batch (P3): what was locked for them is let go, what does not go stays and is free
 * again, and goes back to the imperfect record that it came from.
 */
export async function shipReturn({ registry, policies }: Kit, step: Step<typeof backOrder>): Promise<Values> {
  const { context, document } = step;
  const { db } = context;
  const source = returnSource(document);
  await lockRecordOf(context, document);
  const { warehouse, supplier } = locationsOf(document.warehouse_id);
  const lines = await step.lines();
  const batches = await batchesOfLines(db, document.id);
  const parts = lines.map((line) => {
    const batch = batches.get(line.id);
    if (!batch) throw new Error(`line ${line.id} of return ${source.docNo} has no batch`);
    return { line, batch, qty: line.out_qty };
  });
  const at = context.now.toISOString();
  const books = { db, policies };
  // Those of lines that do not go out too: they are let go with the rest, in the one order of locks.
  const keys = parts.flatMap(({ batch }) => [
    { ...batch, location: supplier },
    { ...batch, location: warehouse },
  ]);
  const locked = await lockBalances(books, { keys, by: source });
  const pieces = await returnedPieces(step);
  refuseUnnamedPieces(locked, { lines: pieces, warehouseId: document.warehouse_id });
  const said = { happenedAt: at, opId: context.opId, adminId: context.actor.id };
  // Taken from the shelf and handed over are two events of a piece's life; who else wants it in between waits.
  await moveCodes(db, { ...said, source, moves: movesOf(pieces, () => ({ step: 'hold' })) });
  await postStock(books, {
    ...said,
    source,
    legs: parts
      .filter(({ qty }) => qty > 0)
      .flatMap(({ line, batch, qty }): Leg[] => {
        const shared = {
          skuId: batch.skuId,
          imperfectType: batch.imperfectType,
          bizType: bizType.backOut,
          lineId: line.id ?? null,
        };
        return [
          { ...shared, location: warehouse, delta: -qty, origin: batch.origin },
          { ...shared, location: supplier, delta: qty },
        ];
      }),
    locked,
    releases: true,
    codes: movesOf(pieces, () => ({ step: 'giveBack' })),
  });
  await registry.events.emit(context, goodsLeft, {
    source_type: source.docType,
    source_id: source.docId,
    source_no: source.docNo,
    biz_types: [bizType.backOut],
  });
  await registry.events.emit(context, returnShipped, {
    back_id: document.id,
    back_no: source.docNo,
    supplier_id: document.supplier_id,
    warehouse_id: document.warehouse_id,
    co_model: requireField(document, 'co_model'),
    at,
    lines: await returnedLines(db, document.id),
  });
  await undoDeals(
    registry,
    context,
    document,
    parts.map(({ line, qty }) => ({ line, qty: line.qty - qty })),
  );
  return { out_time: at, out_qty: sumOf(lines, 'out_qty') };
}

/** What went out, line by line, with what it cost by the rows of the ledger. */
async function returnedLines(db: Kysely<unknown>, id: number): Promise<ReturnedLine[]> {
  const { rows } = await sql<ReturnedLine>`
    select l.id as line_id, l.sku_id, l.imperfect_type, r.in_ware_detail_id, -sum(r.delta)::bigint as qty, l.back_price, l.tax_rate_bp,
      (-sum(r.delta) * l.back_price)::bigint as amount, -sum(r.cost_amount)::bigint as cost_amount
    from back_order_line l join stock_ledger r on r.doc_type = ${backOrder.name} and r.doc_id = ${id} and r.line_id = l.id and r.warehouse_id is not null
      and r.biz_type = ${bizType.backOut}
    where l.back_order_id = ${id} group by l.id, r.in_ware_detail_id order by l.id`.execute(db);
  return rows;
}

/** Nobody signs for more than went out; who signs for less says why. */
export async function guardFinish(step: Step<typeof backOrder>): Promise<void> {
  const lines = await step.lines();
  refuseAbove(step, lines, { counted: 'sign_qty', most: 'out_qty' });
  const short = sumOf(lines, 'out_qty') - sumOf(lines, 'sign_qty');
  const note = step.document.shortage_note;
  if (short > 0 && !note) throw new Refusal('invalid', `短少 ${short} 件，请填写短少说明`, 'shortage_note');
}

/** The supplier has signed; what is missing is told to whoever settles it. */
export async function finishReturn({ registry }: Kit, step: Step<typeof backOrder>): Promise<Values> {
  const { context, document } = step;
  const lines = await step.lines();
  const short = lines.filter((line) => Number(line.sign_qty) < Number(line.out_qty));
  if (short.length > 0)
    await registry.events.emit(context, returnShort, {
      back_id: document.id,
      back_no: document.back_no,
      supplier_id: document.supplier_id,
      logistics_id: document.logistics_id,
      waybill_no: document.waybill_no,
      note: requireField(document, 'shortage_note'),
      lines: short.map((line) => ({
        line_id: line.id,
        sku_id: requireField(line, 'sku_id'),
        qty: Number(line.out_qty) - Number(line.sign_qty),
        back_price: requireField(line, 'back_price'),
      })),
    });
  return { finish_time: context.now.toISOString(), sign_qty: sumOf(lines, 'sign_qty') };
}
