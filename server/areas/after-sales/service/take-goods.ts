import { sql } from 'kysely';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { type ReturnedPieces, saleReturned } from '#contract/areas/orders/order-events.ts';
import { bizType } from '#contract/areas/warehouse/stock.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Line } from '#server/kit/lines.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Standing, Step } from '#server/kit/step.ts';
import type { CodeMove } from '#server/ledger/code-move.ts';
import { counterparties, locationsOf } from '#server/ledger/locations.ts';
import { postStock } from '#server/ledger/post-stock.ts';
import type { Leg } from '#server/ledger/posting.ts';
import { namedOf, type OrderStanding } from '../order-standing.ts';
import { soldBatches, type SoldPart, takePieces } from './sold-batches.ts';

type House = Pick<Kit, 'registry' | 'policies'>;

const sourceOf = (document: Standing) => ({
  docType: orderService.name,
  docId: document.id,
  docNo: String(document.service_no),
});

/** Lines of which pieces come back, with their grade and their codes. */
interface Back {
  readonly lineId: number;
  readonly itemId: number;
  readonly qty: number;
  readonly grade: number;
  readonly codes: readonly { readonly id: number; readonly origin: number | null }[];
}

/**
 * Goods of an order are back (P11, 103): pieces go to the batches that they left from, the newest first and those of codes to the code's own,
 * at what the batch costs now (amendments B); what left below nothing and is still open closes its case. Whatever
 * moved no stock when it was sold moves none now.
 */
export async function takeGoods(house: House, step: Step, order: OrderStanding): Promise<boolean> {
  const { context, document } = step;
  const back = await backOf(context, await step.lines());
  const posts = order.stock_posted || !order.imported;
  const sold = posts ? await soldBatches(context.db, order.id) : [];
  const parts = back.flatMap((one) => takePieces(sold, one).map((part) => ({ ...one, ...part })));
  const moves = posts && parts.length > 0;
  const warehouse = document.return_warehouse_id as number;
  if (moves) {
    await postStock(
      { db: context.db, policies: house.policies },
      {
        source: sourceOf(document),
        legs: parts.flatMap((part) => legsIn(part, warehouse)),
        codes: back.flatMap(({ codes, grade, lineId }) =>
          codes.map(
            ({ id }): CodeMove => ({ codeId: id, step: 'takeBack', warehouseId: warehouse, imperfectType: grade, lineId }),
          ),
        ),
        happenedAt: context.now.toISOString(),
        opId: context.opId,
        adminId: context.actor.id,
      },
    );
  }
  await house.registry.events.emit(context, saleReturned, {
    ...namedOf(order, context.now),
    service_id: document.id,
    service_no: String(document.service_no),
    return_warehouse_id: warehouse,
    pieces: moves
      ? parts.map((part) => ({ ...pieceOf(part, 1), line_id: part.lineId, imperfect_type: part.grade }))
      : back.map((one) => plainPiece(one, await_(sold))),
  });
  return moves;
}

async function backOf({ db }: WriteContext, lines: readonly Line[]): Promise<Back[]> {
  const codeIds = lines.flatMap((line) => (line.code_ids ?? []) as number[]);
  const { rows } = await sql<{ id: number; origin: number | null }>`
    select id, in_ware_detail_id as origin from piece_code where id = any(${codeIds}::bigint[])`.execute(db);
  const originOf = new Map(rows.map(({ id, origin }) => [id, origin]));
  return lines.flatMap((line) =>
    Number(line.return_qty) > 0
      ? {
          lineId: line.id ?? 0,
          itemId: Number(line.order_item_id),
          qty: Number(line.return_qty),
          grade: Number(line.imperfect_type ?? 0),
          codes: ((line.code_ids ?? []) as number[]).map((id) => ({ id, origin: originOf.get(id) ?? null })),
        }
      : [],
  );
}
