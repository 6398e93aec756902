import { sql } from 'kysely';
import { outState } from '#contract/areas/orders/order-enums.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** Lines that are still to be delivered. */
export interface OpenLine {
  readonly order_item_id: number;
  readonly sku_id: number;
  readonly imperfect_type: number;
  readonly qty: number;
}

/** What of an order has neither left nor been given up. */
export async function openLines({ db }: Pick<WriteContext, 'db'>, orderId: number): Promise<OpenLine[]> {
  const { rows } = await sql<OpenLine>`
    select id as order_item_id, sku_id, imperfect_type, qty - shipped_qty - cancelled_qty as qty from sale_order_item
    where sale_order_id = ${orderId} and qty > shipped_qty + cancelled_qty order by id`.execute(db);
  return rows;
}

/** Begins a delivery of all that is open of an order. */
export async function makeOut(
  kit: Pick<Kit, 'numbers'>,
  context: WriteContext,
  { orderId, warehouseId }: { orderId: number; warehouseId: number },
): Promise<void> {
  const lines = await openLines(context, orderId);
  if (lines.length === 0) return;
  const { rows } = await sql<{ shop_id: number | null; order_no: string }>`
    select shop_id, order_no from sale_order where id = ${orderId}`.execute(context.db);
  await createDocument(kit, context, {
    definition: orderOut,
    values: {
      order_id: orderId,
      warehouse_id: warehouseId,
      shop_id: rows[0]?.shop_id ?? null,
      total_qty: lines.reduce((sum, { qty }) => sum + qty, 0),
    },
    lines: lines.map((line) => ({ ...line })),
    label: `订单 ${rows[0]?.order_no ?? ''} 生成`,
  });
}

/** The open delivery of an order comes to nothing with it. */
export async function withdrawOuts(
  { registry }: Pick<Kit, 'registry'>,
  context: WriteContext,
  orderId: number,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from order_out where order_id = ${orderId} and status in (${outState.toPick}, ${outState.picking}, ${outState.toShip}) order by id`.execute(
    context.db,
  );
  for (const { id } of rows) await runTransition(registry, context, { definition: orderOut, name: 'withdraw', id });
}
