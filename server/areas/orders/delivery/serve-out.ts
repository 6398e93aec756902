import { sql } from 'kysely';
import { order } from '#contract/areas/orders/order.ts';
import { till } from '#contract/areas/orders/order-enums.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { holdForOrder, letGoOfOrder, sourceOf } from '../hold.ts';
import type { NamedOrder } from '../named.ts';
import { refuseOpenEntries } from '../picking/open-entries.ts';
import { heldPieces } from '../picking/pieces.ts';
import { keepStated } from '../picking/write-picked.ts';
import { linesOf, sellGoods } from '../sell.ts';
import { makeOut, openLines } from './make-out.ts';
import { pickedOf } from './picked-of.ts';

/** Deliveries of orders: picked, shipped, or come to nothing (domain.md §4.21). */
export function serveOut(kit: Kit): void {
  serveDocument(kit, orderOut, {
    transitions: {
      pick: { guard: guardPick, effect: keepPicked },
      ship: { guard: guardShip, effect: (step) => ship(kit, step) },
      cancel: { effect: (step) => cancelOut(kit, step) },
    },
  });
}

async function guardPick({ input, lines }: Step<typeof orderOut>): Promise<void> {
  const byId = new Map((await lines()).map((line) => [line.id, line]));
  for (const [place, { line_id }] of (input.lines ?? []).entries()) {
    const { pick_qty: picked, qty } = byId.get(line_id) ?? {};
    if (Number(picked ?? 0) > Number(qty))
      throw new Refusal('invalid', `已拣数量 ${picked} 超过应发数量 ${qty}`, `lines.${place}.pick_qty`);
  }
}

async function keepPicked(step: Step<typeof orderOut>): Promise<Values> {
  const { context, document } = step;
  const { order_no: no } = await orderOf(context, document.order_id);
  await keepStated(step, sourceOf({ id: document.order_id, no }));
  return await pickedOf(step);
}

type Ordered = NamedOrder & { readonly freight_amount: number; readonly shipped_qty: number };

async function orderOf({ db }: WriteContext, id: number): Promise<Ordered> {
  const { rows } = await sql<Ordered>`select * from sale_order where id = ${id} for no key update`.execute(db);
  const [found] = rows;
  if (!found) throw new Error(`order ${id} is gone`);
  return found;
}

/** Something was picked, and what is sent by a carrier says by whom and under which number. */
async function guardShip({ context, document }: Step<typeof orderOut>): Promise<void> {
  await refuseOpenEntries(context.db, document.id);
  if (Number(document.pick_qty) === 0)
    throw new Refusal('illegalTransition', '没有拣到货品，请取消出库，订单可改仓发货或取消');
  const { source } = await orderOf(context, document.order_id);
  if (source === till) return;
  if (!document.logistics_id) throw new Refusal('invalid', '线上订单须填写物流公司', 'logistics_id');
  if (!document.waybill_no) throw new Refusal('invalid', '线上订单须填写物流单号', 'waybill_no');
}

/** What was picked leaves; what was not goes into another delivery of the same warehouse. */
async function ship(kit: Kit, { context, document, input, lines }: Step<typeof orderOut>): Promise<Values> {
  const orderId = document.order_id;
  const found = await orderOf(context, orderId);
  const picked = new Map((await lines()).map((line) => [line.order_item_id, Number(line.pick_qty ?? 0)]));
  const leaving = (await linesOf(context, orderId)).flatMap((line) => {
    const qty = picked.get(line.id) ?? 0;
    return qty > 0 ? [{ line, qty }] : [];
  });
  const at = context.now.toISOString();
  const held = await heldPieces(context.db, sourceOf({ id: orderId, no: found.order_no }));
  await sellGoods(kit, context, {
    order: found,
    warehouse: document.warehouse_id,
    leaving,
    at,
    codes: (input.unique_codes ?? []) as string[],
    held: held.map(({ id }) => id),
    first: found.shipped_qty === 0,
    out: { id: document.id, no: document.out_no },
  });
  await runTransition(kit.registry, context, {
    definition: order,
    name: 'ship',
    id: orderId,
    input: { shipped: leaving.reduce((sum, { qty }) => sum + qty, 0) },
    remark: document.out_no,
  });
  await makeOut(kit, context, { orderId, warehouseId: document.warehouse_id });
  return { shipped_at: at };
}

/** Nothing of it leaves: its goods are free again, or are sent from the warehouse that was named. */
async function cancelOut(kit: Kit, { context, document, input }: Step<typeof orderOut>): Promise<undefined> {
  const orderId = document.order_id;
  const found = await orderOf(context, orderId);
  const held = { id: orderId, no: found.order_no };
  await letGoOfOrder(kit, context, held);
  const warehouse = input.warehouse_id as number | null | undefined;
  if (!warehouse) return undefined;
  await holdForOrder(kit, context, { ...held, warehouseId: warehouse, lines: await openLines(context, orderId) });
  await sql`update sale_order set warehouse_id = ${warehouse}, version = version + 1 where id = ${orderId}`.execute(
    context.db,
  );
  await makeOut(kit, context, { orderId, warehouseId: warehouse });
  return undefined;
}
