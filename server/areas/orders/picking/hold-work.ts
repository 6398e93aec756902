import { type Kysely, sql } from 'kysely';
import { lineOfPieces } from '#contract/areas/allocation/allot-entry.ts';
import { order } from '#contract/areas/orders/order.ts';
import { outState } from '#contract/areas/orders/order-enums.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import type { Source } from '#server/ledger/posting.ts';

/** A delivery as those who pick it with tablets find it, held until their transaction ends. */
export interface Work {
  readonly id: number;
  readonly status: number;
  readonly warehouse: number;
  /** The order, as the ledger names it: what is picked is held for it. */
  readonly source: Source;
}

/** Goods of a delivery in one grade, however many of its lines they are on. */
export interface WorkGoods {
  readonly sku_id: number;
  readonly imperfect_type: number;
  readonly plan_qty: number;
  /** The first line of the order that asks for them. */
  readonly order_item_id: number;
  /** What was picked: what a desk said, and what was sent in since. */
  counted: number;
}

/** What a delivery asks for and what was picked of it, and when a desk last said so. */
export interface Picked {
  readonly goods: readonly WorkGoods[];
  readonly stated_at: string | null;
  readonly times: number;
}

/** Holds a delivery inside the caller's data scope. */
export async function holdWork(context: WriteContext, id: number): Promise<Work> {
  const [found] = await lockRecords(context, orderOut, [id]);
  if (!found) throw new Refusal('notFound');
  const { rows } = await sql<{ order_no: string }>`
    select order_no from sale_order where id = ${found.order_id}`.execute(context.db);
  return {
    id,
    status: found.status,
    warehouse: found.warehouse_id,
    source: { docType: order.name, docId: found.order_id, docNo: rows[0]?.order_no ?? '' },
  };
}

/** Why nothing is picked for it (any more); undefined while it is. */
export function closedTo({ status }: Pick<Work, 'status'>): string | undefined {
  if (status === outState.toPick || status === outState.picking) return undefined;
  if (status === outState.toShip) return '此单已拣货完成';
  return status === outState.shipped ? '此单已发货' : '此单已取消';
}

/** Reads what was picked of a delivery that is held. */
export async function readPicked(db: Kysely<unknown>, outId: number): Promise<Picked> {
  const { rows: stated } = await sql<{ times: number; stated_at: string }>`
    select times, stated_at from order_out_stated where order_out_id = ${outId} limit 1`.execute(db);
  const { times = 0, stated_at = null } = stated[0] ?? {};
  const { rows: goods } = await sql<WorkGoods>`
    select l.sku_id, l.imperfect_type, sum(l.qty)::bigint as plan_qty, (array_agg(l.order_item_id order by l.id))[1] as order_item_id,
      coalesce((select s.qty from order_out_stated s where s.order_out_id = ${outId} and s.sku_id = l.sku_id and s.imperfect_type = l.imperfect_type), 0)
        + coalesce((select sum(c.qty) from order_out_counted c
          where c.order_out_id = ${outId} and c.sku_id = l.sku_id and c.imperfect_type = l.imperfect_type and c.statement = ${times}), 0)::bigint as counted
    from order_out_line l where l.order_out_id = ${outId} group by l.sku_id, l.imperfect_type order by min(l.id)`.execute(
    db,
  );
  return { goods, stated_at, times };
}

/** The goods that pieces are of, by the grade they were seen in. */
export const goodsOfPieces = (
  { goods }: Pick<Picked, 'goods'>,
  pieces: { skuId: number | undefined; grade: number },
): WorkGoods | undefined => lineOfPieces(goods, { end: 'out', ...pieces });
