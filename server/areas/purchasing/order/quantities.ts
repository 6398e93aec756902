import { type Kysely, sql } from 'kysely';
import { openOrderStates, passedOrderStates } from '#contract/areas/purchasing/purchase-order.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import { sumOrders } from './order-lines.ts';

/**
 * What changes of one line of an order: pieces that are booked, come in and are closed, each more or less than before. `path` is the field
 * of whoever asks, for a refusal.
 */
export interface LineChange {
  readonly purchase_line_id: number;
  readonly booked?: number;
  readonly received?: number;
  readonly closed?: number;
  readonly path?: string;
}

/**
 * Holds the orders of these lines, in the order of their ids: whoever books, receives or closes does so before it reads or writes one of
 * their lines. Behind an arrival that is held, before its lines.
 */
export async function holdOrders(db: Tx, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length === 0) return;
  await sql`
    select 1 from purchase_order where id in (select purchase_order_id from purchase_order_line where id = any(${[...lineIds]}::bigint[]))
    order by id for no key update`.execute(db);
}

/**
 * Writes what changes of lines whose orders are held, all of them or none. Never is more booked, received and closed than was ordered,
 * with the tolerance of the order, and never less than nothing; only open orders are booked, and nothing comes in that was not passed. Of what cannot be, the first is
 * refused with what is left of it.
 */
export async function changeLines(db: Tx, changes: readonly LineChange[]): Promise<void> {
  if (changes.length === 0) return;
  const wanted = new Map<number, Required<Omit<LineChange, 'path'>>>();
  for (const { purchase_line_id, booked = 0, received = 0, closed = 0 } of changes) {
    const known = wanted.get(purchase_line_id) ?? { purchase_line_id, booked: 0, received: 0, closed: 0 };
    wanted.set(purchase_line_id, {
      purchase_line_id,
      booked: known.booked + booked,
      received: known.received + received,
      closed: known.closed + closed,
    });
  }
  const { rows } = await sql<{ id: number; purchase_order_id: number }>`
    update purchase_order_line l set booked_qty = l.booked_qty + e.booked, in_qty = l.in_qty + e.received, closed_qty = l.closed_qty + e.closed
    from jsonb_to_recordset(${JSON.stringify([...wanted.values()])}::jsonb) as e (purchase_line_id bigint, booked bigint, received bigint, closed bigint),
      purchase_order o
    where l.id = e.purchase_line_id and o.id = l.purchase_order_id
      and l.booked_qty + e.booked >= 0 and l.in_qty + e.received >= 0 and l.closed_qty + e.closed >= 0
      and (e.booked + e.received + e.closed <= 0 or l.booked_qty + e.booked + l.in_qty + e.received + l.closed_qty + e.closed <= ${mostOf})
      and (e.booked <= 0 or e.received < 0 or o.status = any(${[...openOrderStates]}::int[]))
      and (e.received + e.closed <= 0 or o.status = any(${[...passedOrderStates]}::int[]))
    returning l.id, l.purchase_order_id`.execute(db);
  if (rows.length < wanted.size) {
    const done = new Set(rows.map(({ id }) => id));
    const missed = changes.find(({ purchase_line_id }) => !done.has(purchase_line_id));
    if (missed) throw await refusalOf(db, missed, wanted.get(missed.purchase_line_id));
  }
  await sumOrders(db, [...new Set(rows.map(({ purchase_order_id }) => purchase_order_id))]);
}

/** How many pieces of line `l` of order `o` may be booked, received and closed together. */
const mostOf = sql`l.qty + l.qty * o.over_book_bp / 10000`;

/** What may still be booked of line `l` of order `o`. */
export const openOf = sql<number>`greatest(${mostOf} - l.booked_qty - l.in_qty - l.closed_qty, 0)`;

interface Left {
  readonly purchase_no: string;
  readonly sku_no: string;
  readonly status: number;
  readonly open: number;
}

async function refusalOf(
  db: Kysely<unknown>,
  { purchase_line_id, path }: LineChange,
  wanted: Required<Omit<LineChange, 'path'>> | undefined,
): Promise<Refusal> {
  const { rows } = await sql<Left>`
    select o.purchase_no, k.sku_no, o.status, ${openOf} as open
    from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id join sku k on k.id = l.sku_id where l.id = ${purchase_line_id}`.execute(
    db,
  );
  const [line] = rows;
  if (!line) return new Refusal('notFound', '采购明细不存在或已被删除', path);
  const about = `采购单 ${line.purchase_no} 的货品 ${line.sku_no}`;
  if (!openOrderStates.includes(line.status) && (wanted?.booked ?? 0) > 0)
    return new Refusal('invalid', `${about} 不在待到货中，不能预约`, path);
  if (!passedOrderStates.includes(line.status)) return new Refusal('invalid', `${about} 未审核通过，不能入库`, path);
  const more = (wanted?.booked ?? 0) + (wanted?.received ?? 0) + (wanted?.closed ?? 0);
  if (more <= 0) return new Refusal('illegalTransition', `${about} 的数量已被其他操作改变`, path);
  return new Refusal('invalid', `${about} 只剩 ${line.open} 件可预约或入库，还差 ${more - line.open} 件`, path);
}
