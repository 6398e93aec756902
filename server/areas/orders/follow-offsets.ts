import { sql } from 'kysely';
import { order } from '#contract/areas/orders/order.ts';
import { splitBy } from '#contract/areas/orders/order-enums.ts';
import { goodsCovered } from '#contract/areas/orders/order-events.ts';
import { taxWithin } from '#contract/areas/settlement/settle-enums.ts';
import { negativeOffset, type OffsetPieces } from '#contract/areas/warehouse/negative-events.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { dayOf, type NamedOrder, namedOf } from './named.ts';

/** Pieces that were sold below nothing have their batch: the line says so, with its share of what they were sold for, and others are told. */
export function followOffsets({ registry: { events } }: Pick<Kit, 'registry'>): void {
  events.on(negativeOffset, async (context, { at, offsets }) => {
    for (const one of offsets) {
      if (one.source_type !== order.name || one.source_line_id === null) continue;
      const covered = await cover(context, one);
      if (!covered) continue;
      const { named, ...piece } = covered;
      await events.emit(context, goodsCovered, {
        ...namedOf(named, { at, day: await dayOf(context.db, at) }),
        negative_id: one.negative_id,
        negative_no: one.negative_no,
        pieces: [piece],
      });
    }
  });
}

/** What of a line has left and has no batch yet. */
interface Uncovered {
  qty: number;
  final: number;
  borne: number;
  tax_rate_bp: number;
  is_gift: boolean;
}

async function cover({ db, now }: WriteContext, one: OffsetPieces) {
  const itemId = one.source_line_id ?? 0;
  const { rows } = await sql<Uncovered>`
    select (i.shipped_qty - coalesce(sum(b.qty), 0))::bigint as qty, (i.final_amount * i.shipped_qty / i.qty - coalesce(sum(b.final_amount), 0))::bigint as final,
      ((i.promotion_amount + i.coupon_amount) * i.shipped_qty / i.qty - coalesce(sum(b.borne_amount), 0))::bigint as borne,
      coalesce(p.tax_rate_bp, 0) as tax_rate_bp, i.is_gift
    from sale_order_item i join sku k on k.id = i.sku_id join spu p on p.id = k.spu_id left join order_item_batch b on b.order_item_id = i.id
    where i.id = ${itemId} group by i.id, p.tax_rate_bp`.execute(db);
  const { rows: orders } = await sql<NamedOrder>`
    select * from sale_order where id = ${one.source_id} and not imported`.execute(db);
  const [[open], [named]] = [rows, orders];
  if (!open || !named || open.qty < one.qty) return undefined;
  const [final = 0] = splitBy(open.final, [one.qty, open.qty - one.qty]);
  const [borne = 0] = splitBy(open.borne, [one.qty, open.qty - one.qty]);
  const tax = taxWithin(final, open.tax_rate_bp);
  const { rows: kept } = await sql<{ id: number }>`
    insert into order_item_batch (order_item_id, in_ware_detail_id, supplier_id, co_model, qty, cost_amount, final_amount, tax_amount, borne_amount)
    values (${itemId}, ${one.in_ware_detail_id}, ${one.supplier_id}, ${one.co_model}, ${one.qty}, ${one.batch_cost}, ${final}, ${tax}, ${borne})
    returning id`.execute(db);
  await sql`update sale_order_item set cost_amount = coalesce(cost_amount, 0) + ${one.cost_diff} where id = ${itemId}`.execute(
    db,
  );
  await sql`update sale_order set updated_at = ${now.toISOString()} where id = ${one.source_id}`.execute(db);
  const { sku_id, imperfect_type, in_ware_detail_id, supplier_id, co_model, qty } = one;
  const goods = { sku_id, imperfect_type, in_ware_detail_id, supplier_id, co_model, qty };
  const money = { cost_amount: one.batch_cost, final_amount: final, tax_amount: tax, borne_amount: borne };
  return { named, item_id: itemId, ...goods, ...money, is_gift: open.is_gift, sold_id: kept[0]?.id ?? null };
}
