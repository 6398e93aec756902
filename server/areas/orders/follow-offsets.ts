import { sql } from 'kysely';
import { order } from '#contract/areas/orders/order.ts';
import { splitBy } from '#contract/areas/orders/order-words.ts';
import { taxWithin } from '#contract/areas/settlement/settle-words.ts';
import { negativeOffset, type OffsetPieces } from '#contract/areas/warehouse/negative-events.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** Pieces that were sold below nothing have their batch: the line says so, with its share of what they were sold for. */
export function followOffsets({ registry: { events } }: Pick<Kit, 'registry'>): void {
  events.on(negativeOffset, async (context, { offsets }) => {
    for (const one of offsets)
      if (one.source_type === order.name && one.source_line_id !== null) await cover(context, one);
  });
}

/** What of a line has left and has no batch yet. */
interface Uncovered {
  qty: number;
  final: number;
  borne: number;
  tax_rate_bp: number;
}

async function cover({ db }: WriteContext, one: OffsetPieces): Promise<void> {
  const { rows } = await sql<Uncovered>`
    select i.shipped_qty - coalesce(sum(b.qty), 0)::bigint as qty, (i.final_amount * i.shipped_qty / i.qty) - coalesce(sum(b.final_amount), 0)::bigint as final,
      ((i.promotion_amount + i.coupon_amount) * i.shipped_qty / i.qty) - coalesce(sum(b.borne_amount), 0)::bigint as borne, coalesce(p.tax_rate_bp, 0) as tax_rate_bp
    from sale_order_item i join sku k on k.id = i.sku_id join spu p on p.id = k.spu_id left join order_item_batch b on b.order_item_id = i.id
    where i.id = ${one.source_line_id} and not exists (select 1 from sale_order o where o.id = i.sale_order_id and o.imported)
    group by i.id, p.tax_rate_bp`.execute(db);
  const [open] = rows;
  if (!open || open.qty <= 0) return;
  const [final = 0] = splitBy(open.final, [one.qty, open.qty - one.qty]);
  const [borne = 0] = splitBy(open.borne, [one.qty, open.qty - one.qty]);
  await sql`
    insert into order_item_batch (order_item_id, in_ware_detail_id, supplier_id, co_model, qty, cost_amount, final_amount, tax_amount, borne_amount)
    values (${one.source_line_id}, ${one.in_ware_detail_id}, ${one.supplier_id}, ${one.co_model}, ${one.qty}, ${one.batch_cost}, ${final},
      ${taxWithin(final, open.tax_rate_bp)}, ${borne})`.execute(db);
  await sql`update sale_order_item set cost_amount = coalesce(cost_amount, 0) + ${one.cost_diff} where id = ${one.source_line_id}`.execute(
    db,
  );
}
