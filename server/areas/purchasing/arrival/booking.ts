import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import { changeLines, holdOrders } from '../order/quantities.ts';

/** Whose goods an appointment brings, and where to. */
interface Head {
  readonly supplier_id: number;
  readonly warehouse_id: number;
}

/** Ids of the lines of orders that a save of an appointment names, besides those that it names already. */
export function namedLines(sent: { lines?: unknown; line_changes?: unknown }): number[] {
  const changes = sent.line_changes as { put?: unknown } | undefined;
  return [sent.lines, changes?.put].flatMap((lines) =>
    Array.isArray(lines)
      ? (lines as { purchase_line_id: number }[]).map(({ purchase_line_id }) => purchase_line_id)
      : [],
  );
}

/**
 * Gives back what an appointment holds of orders, all of it. `also` are lines that it is going to name: their orders are held with the
 * others, before any line is written, so that there is one order of locks.
 */
export async function releaseBooking(
  db: Tx,
  arrivalId: number | undefined,
  also: readonly number[] = [],
): Promise<void> {
  const { rows } = await sql<{ purchase_line_id: number; booked_qty: number }>`
    select purchase_line_id, booked_qty from arrival_order_line where arrival_order_id = ${arrivalId ?? 0}`.execute(db);
  await holdOrders(db, [...rows.map(({ purchase_line_id }) => purchase_line_id), ...also]);
  if (arrivalId === undefined) return;
  // Read again under the lock: an order that was closed meanwhile has taken back what drafts held of it.
  const { rows: held } = await sql<{ purchase_line_id: number; booked_qty: number }>`
    select purchase_line_id, booked_qty from arrival_order_line where arrival_order_id = ${arrivalId} and booked_qty > 0 order by id`.execute(
    db,
  );
  await sql`update arrival_order_line set booked_qty = 0 where arrival_order_id = ${arrivalId} and booked_qty > 0`.execute(
    db,
  );
  await changeLines(
    db,
    held.map(({ purchase_line_id, booked_qty }) => ({ purchase_line_id, booked: -booked_qty })),
  );
}

/**
 * Books what the lines of an appointment plan, all or nothing: each of them is of its supplier and goes to its warehouse, and enough is
 * left of it (domain.md §4.6). The orders are held. Of two appointments that want the last pieces the second is told how many
 * are left. Answers how many pieces the appointment brings.
 */
export async function bookLines(db: Tx, arrivalId: number, { supplier_id, warehouse_id }: Head): Promise<number> {
  const { rows } = await sql<{ purchase_line_id: number; plan_qty: number; wrong: string | null; purchase_no: string }>`
    select v.purchase_line_id, v.plan_qty, o.purchase_no,
      case when o.supplier_id <> ${supplier_id} then 'supplier' when o.warehouse_id <> ${warehouse_id} then 'warehouse' end as wrong
    from arrival_order_line v join purchase_order_line l on l.id = v.purchase_line_id join purchase_order o on o.id = l.purchase_order_id
    where v.arrival_order_id = ${arrivalId} order by v.id`.execute(db);
  const at = rows.findIndex(({ wrong }) => wrong !== null);
  const found = rows[at];
  if (found) {
    const words = found.wrong === 'supplier' ? '不是此供应商的采购单' : '的收货仓库不是预约的到货仓库';
    throw new Refusal('invalid', `第 ${at + 1} 行：采购单 ${found.purchase_no} ${words}`, linePath(at));
  }
  await changeLines(
    db,
    rows.map(({ purchase_line_id, plan_qty }, place) => ({
      purchase_line_id,
      booked: plan_qty,
      path: `lines.${place}.plan_qty`,
    })),
  );
  await sql`
    update arrival_order_line v set booked_qty = v.plan_qty, sku_id = l.sku_id from purchase_order_line l
    where v.arrival_order_id = ${arrivalId} and l.id = v.purchase_line_id`.execute(db);
  const planned = rows.reduce((sum, { plan_qty }) => sum + plan_qty, 0);
  await sql`update arrival_order set plan_qty = ${planned} where id = ${arrivalId}`.execute(db);
  return planned;
}

/** Refuses an appointment that does not hold what it plans any more: an order was closed while it was a draft. */
export async function refuseUnbooked(db: Tx, arrivalId: number): Promise<void> {
  const { rows } = await sql<{ place: number; purchase_no: string; sku_no: string }>`
    select v.place, o.purchase_no, k.sku_no from (
      select row_number() over (order by id) as place, purchase_line_id, plan_qty, booked_qty from arrival_order_line where arrival_order_id = ${arrivalId}) v
    join purchase_order_line l on l.id = v.purchase_line_id join purchase_order o on o.id = l.purchase_order_id join sku k on k.id = l.sku_id
    where v.booked_qty < v.plan_qty order by v.place limit 1`.execute(db);
  const [lost] = rows;
  if (lost)
    throw new Refusal(
      'invalid',
      `第 ${lost.place} 行：采购单 ${lost.purchase_no} 的货品 ${lost.sku_no} 已不再为此预约保留，请编辑后重新保存`,
      linePath(lost.place - 1),
    );
}

const linePath = (place: number): string => `lines.${place}.purchase_line_id`;
