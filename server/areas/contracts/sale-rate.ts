import { sql } from 'kysely';
import type { SaleRate } from '#contract/areas/contracts/purchase-price-calls.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { order } from '#contract/areas/orders/order.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { piecesIn, piecesSold } from './sold.ts';

const { most = 0 } = purchasePriceSheet.lines.fields.sale_rate_bp;

/** What came in of goods in a span of days, both ends included, and what was sold in it: as far as the caller sees batches and orders. */
export async function readSaleRate(
  { db, actor }: ReadContext,
  asked: { sku_ids: number[]; date_from: string; date_to: string },
): Promise<SaleRate[]> {
  const span = {
    from: sql`(${asked.date_from}::date::timestamp at time zone 'Asia/Shanghai')`,
    to: sql`((${asked.date_to}::date + 1)::timestamp at time zone 'Asia/Shanghai')`,
  };
  const { rows } = await sql<SaleRate>`
    select f.sku_id, f.in_qty, f.sale_qty, case when f.in_qty > 0 then least(round(greatest(f.sale_qty, 0) * 10000.0 / f.in_qty), ${most}::bigint)::bigint end as sale_rate_bp
    from (
      select k.id as sku_id, a.place, ${piecesIn(sql`k.id`, span, isVisible(inWareBatch, actor, 'b'))} as in_qty, ${piecesSold(sql`k.id`, span, isVisible(order, actor, 'o'))} as sale_qty
      from sku k join unnest(${asked.sku_ids}::bigint[]) with ordinality as a (id, place) on a.id = k.id
      where ${isVisible(sku, actor, 'k')}) f
    order by f.place`.execute(db);
  return rows;
}
