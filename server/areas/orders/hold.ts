import { order } from '#contract/areas/orders/order.ts';
import { lockType } from '#contract/areas/warehouse/stock.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { lockStock, unlockStock } from '#server/ledger/lock-stock.ts';
import type { Source } from '#server/ledger/posting.ts';
import type { openLines } from './delivery/make-out.ts';
import { letGoOfPieces } from './picking/pieces.ts';

/** Which order it is, to the ledger. */
export interface HeldOrder {
  readonly id: number;
  readonly no: string;
}

/** An order as the ledger names it. */
export const sourceOf = ({ id, no }: HeldOrder): Source => ({ docType: order.name, docId: id, docNo: no });

/** Lets go of everything that an order holds, pieces that were picked by their codes with it. */
export async function letGoOfOrder(
  { policies }: Pick<Kit, 'policies'>,
  context: WriteContext,
  held: HeldOrder,
): Promise<void> {
  await unlockStock({ db: context.db, policies }, sourceOf(held), context);
  await letGoOfPieces(context, sourceOf(held));
}

/** Keeps what an order has still to send in a warehouse (P8). Refuses what is not free there. */
export async function holdForOrder(
  { policies }: Pick<Kit, 'policies'>,
  { db, actor }: WriteContext,
  { warehouseId, lines, ...held }: HeldOrder & { warehouseId: number; lines: Awaited<ReturnType<typeof openLines>> },
): Promise<void> {
  await lockStock(
    { db, policies },
    {
      source: sourceOf(held),
      promised: lines.map((line) => ({
        location: locationsOf(warehouseId).warehouse,
        skuId: line.sku_id,
        imperfectType: line.imperfect_type,
        qty: line.qty,
        lineId: line.order_item_id,
      })),
      lockType: lockType.order,
      reason: order.label,
      adminId: actor.id,
    },
  );
}
