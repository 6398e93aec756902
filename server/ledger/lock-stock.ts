import { sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import { type Balance, type Key, keyOf, lockBalances, shortOf } from './balances.ts';
import { GoodsRefusal } from './goods-refusal.ts';
import { settledSince } from './late-legs.ts';
import { type Owing, offsetWaiting } from './offset-negatives.ts';
import type { Books } from './policies.ts';
import type { Source } from './posting.ts';
import { type ReleasedLine, releaseLocks } from './release-locks.ts';

/** Pieces promised to a document: they stay where they are, but nobody else can take them. */
export interface Promised extends Key {
  readonly qty: number;
  /** The line they are promised for, where locks are let go line by line. */
  readonly lineId?: number | null;
  /** The batch they are of, by the line of its inbound batch, where it is chosen already. */
  readonly origin?: number | null;
}

/** What a document asks to be kept for it. */
interface Locking {
  source: Source;
  promised: readonly Promised[];
  /** ISO time the goods left, where they have left already. */
  happenedAt?: string | undefined;
  lockType: number;
  reason: string;
  adminId: number;
  /** What it held until now, where it promises anew (`freeStock`), and whose doing that is. */
  anew?: { readonly freed: readonly Freed[]; readonly by: Doing };
}

/** What a document held of a key until now: the balance is locked, and holds it no more. */
export interface Freed extends Owing {
  readonly held: number;
}

/**
 * Locks stock for a document. What left before the instant for which its key is settled is not locked: it was not there any
 * more then, so posting it takes nothing that is; what else follows is judged when it is posted (`LateRows`). Refuses with
 * `stockShort`, naming the goods, when less than that is available. Of what the document held until now (`anew`) it may hold as much
 * again, and what it does not offsets what went below nothing.
 */
export async function lockStock(books: Books, lock: Locking): Promise<void> {
  const kept = await promise(books, lock);
  if (!lock.anew) return;
  const { freed, by } = lock.anew;
  await offsetFreed(
    books,
    { source: lock.source, by },
    freed.map((one) => ({ ...one, locked: one.locked + (kept.get(keyOf(one)) ?? 0) })),
  );
}

/** Answers how much was promised, by key. */
async function promise(books: Books, lock: Locking): Promise<ReadonlyMap<string, number>> {
  const { db, policies } = books;
  const balances = await lockBalances(books, { keys: lock.promised, by: lock.source });
  const { happenedAt } = lock;
  const wanted = joined(lock.promised).filter(
    (row) =>
      !happenedAt || !policies.lateRows.some((policy) => settledSince(policy, balances.get(keyOf(row)), happenedAt)),
  );
  const needed = new Map<string, number>();
  for (const row of wanted) needed.set(keyOf(row), (needed.get(keyOf(row)) ?? 0) + row.qty);
  if (wanted.length === 0) return needed;
  refuseUnavailable(needed, balances, lock.anew?.freed);
  const asked = rowsOf('a', {
    location_id: ['bigint', wanted.map((row) => row.location)],
    sku_id: ['bigint', wanted.map((row) => row.skuId)],
    imperfect_type: ['smallint', wanted.map((row) => row.imperfectType)],
    line_id: ['bigint', wanted.map((row) => row.lineId ?? null)],
    in_ware_detail_id: ['bigint', wanted.map((row) => row.origin ?? null)],
    qty: ['bigint', wanted.map((row) => row.qty)],
  });
  const { rows } = await sql<{ place: number }>`
    with asked as (select * from ${asked}), held as (
      update stock_balance b set locked = b.locked + a.qty
      from (select location_id, sku_id, imperfect_type, sum(qty)::bigint as qty from asked group by 1, 2, 3) a
      where b.location_id = a.location_id and b.sku_id = a.sku_id and b.imperfect_type = a.imperfect_type
    ), batch as (
      update stock_batch b set qty_locked = b.qty_locked + a.qty
      from (select location_id, sku_id, imperfect_type, in_ware_detail_id, sum(qty)::bigint as qty from asked group by 1, 2, 3, 4) a
      where b.location_id = a.location_id and b.sku_id = a.sku_id and b.imperfect_type = a.imperfect_type and b.in_ware_detail_id = a.in_ware_detail_id
        and b.qty_remain - b.qty_locked >= a.qty
      returning b.location_id, b.sku_id, b.imperfect_type, b.in_ware_detail_id
    ), locked as (
      insert into stock_lock (location_id, sku_id, imperfect_type, line_id, in_ware_detail_id, qty, lock_type, doc_type, doc_id, doc_no, reason, admin_id)
      select location_id, sku_id, imperfect_type, line_id, in_ware_detail_id, qty, ${lock.lockType}, ${lock.source.docType}, ${lock.source.docId}, ${lock.source.docNo}, ${lock.reason}, ${lock.adminId}
      from asked order by place
    )
    select a.place from asked a left join batch b using (location_id, sku_id, imperfect_type, in_ware_detail_id)
    where a.in_ware_detail_id is not null and b.in_ware_detail_id is null order by a.place limit 1`.execute(db);
  const short = rows[0] && wanted[rows[0].place - 1];
  const balance = short && balances.get(keyOf(short));
  if (balance)
    throw new GoodsRefusal('stockShort', balance, (goods) => `${goods} 的这一批次不足 ${short.qty} 件`, 'lines');
  return needed;
}

/** One promise for each line, key and batch. */
function joined(promised: readonly Promised[]): Promised[] {
  const rows = new Map<string, Promised>();
  for (const one of promised) {
    const name = `${keyOf(one)}/${one.lineId ?? ''}/${one.origin ?? ''}`;
    rows.set(name, { ...one, qty: one.qty + (rows.get(name)?.qty ?? 0) });
  }
  return [...rows.values()];
}

function refuseUnavailable(
  needed: ReadonlyMap<string, number>,
  balances: ReadonlyMap<string, Balance>,
  freed: readonly Freed[] = [],
): void {
  for (const [key, qty] of needed) {
    const balance = balances.get(key);
    if (!balance) throw new Error(`no balance of ${key} under its lock`);
    const free = freeOf(balance, freed);
    if (free < qty) throw shortOf(balance, { free, needed: qty });
  }
}

/** How much of a balance a document may hold: what is available, and never less than it held until now, since that much is there (G10). */
export function freeOf(balance: Balance, freed: readonly Freed[] = []): number {
  const available = balance.onHand - balance.locked;
  const held = freed.find((one) => keyOf(one) === keyOf(balance))?.held ?? 0;
  return held > 0 ? Math.max(available, held) : available;
}

/** Whose doing it is, and when: the context of a call. */
interface Doing {
  readonly opId: string;
  readonly actor: { readonly id: number };
  readonly now: Date;
}

/**
 * Lets go of what a document holds, or of so much of some of its lines, when nothing leaves after all. What is free now offsets what went
 * below nothing before. Answers how many pieces were let go.
 */
export async function unlockStock(
  books: Books,
  source: Source,
  by: Doing,
  lines?: readonly ReleasedLine[],
): Promise<number> {
  const freed = await freeStock(books, source, lines);
  await offsetFreed(books, { source, by }, freed);
  return freed.reduce((sum, { held }) => sum + held, 0);
}

async function offsetFreed(
  books: Books,
  { source, by: { opId, actor, now } }: { source: Source; by: Doing },
  freed: readonly Freed[],
): Promise<void> {
  await offsetWaiting(books, freed, { opId, adminId: actor.id, at: now.toISOString(), source });
}

/**
 * Lets go of what a document holds so that it promises anew in the same step: what it held is not offset before it has
 * (`lockStock`, `anew`). Answers what that was.
 */
export async function freeStock(
  { db, policies }: Books,
  source: Source,
  lines?: readonly ReleasedLine[],
): Promise<Freed[]> {
  const held = sql`
    select distinct location_id, sku_id, imperfect_type from stock_lock where doc_type = ${source.docType} and doc_id = ${source.docId} and qty_released < qty`;
  const { rows } = await sql<{
    location_id: number;
    sku_id: number;
    imperfect_type: number;
    on_hand: number;
    locked: number;
    coded: number;
    open_negative: number;
    out_order: number | null;
  }>`
    select b.location_id, b.sku_id, b.imperfect_type, b.on_hand, b.locked, b.coded, b.open_negative, ${policies.outOrder} as out_order
    from stock_balance b join sku s on s.id = b.sku_id join (${held}) l using (location_id, sku_id, imperfect_type)
    order by b.location_id, b.sku_id, b.imperfect_type for update of b`.execute(db);
  if (rows.length === 0) return [];
  const released = await releaseLocks(db, source, lines);
  return rows.map((row) => {
    const key = { location: row.location_id, skuId: row.sku_id, imperfectType: row.imperfect_type };
    const held = released.get(keyOf(key)) ?? 0;
    const { on_hand: onHand, coded, open_negative: openNegative, out_order: outOrder } = row;
    return { ...key, onHand, locked: row.locked - held, coded, openNegative, outOrder, held };
  });
}
