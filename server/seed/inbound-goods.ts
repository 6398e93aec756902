import { sql } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';
import { daysAfter } from './buying-office.ts';

/** What may be odd about goods that come in; what comes too late is short for now. */
export type Oddity = 'short' | 'late' | 'over' | 'damaged' | 'wrong';

/** A line of a batch, as somebody counts it. */
export interface CountedGoods {
  readonly id: number;
  readonly plan_qty: number;
  /** How long the goods last that expire; null of others. */
  readonly keeps: number | null;
}

/** The lines of a batch in their order. */
export async function goodsIn(tx: Tx, batchId: number): Promise<CountedGoods[]> {
  const { rows } = await sql<CountedGoods>`
    select d.id, d.plan_qty, case when p.is_expire_managed then p.shelf_life_days end as keeps
    from in_ware_batch_detail d join sku k on k.id = d.sku_id join spu p on p.id = k.spu_id where d.in_ware_batch_id = ${batchId} order by d.id`.execute(
    tx,
  );
  return rows;
}

/** What is counted of a line by grade, as the count takes it. */
export function countedWith(
  { id, plan_qty, keeps }: CountedGoods,
  { odd, day }: { odd: Oddity | undefined; day: string },
): Record<string, unknown>[] {
  const made = daysAfter(day, -freshAtDock);
  const dates = keeps === null ? {} : { production_date: made, expire_at: daysAfter(made, keeps) };
  const pieces = (qty: number, imperfect_type = 0) => ({ line_id: id, imperfect_type, qty, ...dates });
  if (odd === 'short' || odd === 'late') return [pieces(plan_qty - 1)];
  if (odd === 'over') return [pieces(plan_qty + 2)];
  if (odd === 'damaged') return [pieces(plan_qty - 1), pieces(1, 1)];
  return [pieces(odd === 'wrong' && plan_qty === 0 ? 3 : plan_qty)];
}

/** Goods that expire come so many days after they were made. */
const freshAtDock = 20;

/** Goods of the brand of a batch that its order does not have, and the version of the batch. */
export async function unorderedGoods(tx: Tx, batchId: number): Promise<{ version: number; sku_id: number }> {
  const { rows } = await sql<{ version: number; sku_id: number }>`
    select b.version, k.id as sku_id from in_ware_batch b, sku k
    where b.id = ${batchId} and k.status = 1
      and k.brand_id = (select o.brand_id from in_ware_batch_detail d join sku o on o.id = d.sku_id where d.in_ware_batch_id = b.id order by d.id limit 1)
      and k.id not in (select l.sku_id from purchase_order_line l where l.purchase_order_id = b.purchase_id)
    order by k.id limit 1`.execute(tx);
  const [found] = rows;
  if (!found) throw new Error(`the order of the demo batch ${batchId} has all goods of its brand`);
  return found;
}
