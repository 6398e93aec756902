import { sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Key, keyOf, lockBalances, shortOf } from './balances.ts';
import { settledSince } from './late-legs.ts';
import type { Books } from './policies.ts';
import { releaseLocks } from './post-stock.ts';
import type { Source } from './posting.ts';

/** Pieces promised to a document: they stay where they are, but nobody else can take them. */
export interface Promised extends Key {
  readonly qty: number;
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
}

/**
 * Locks stock for a document. What left before the instant for which its key is settled is not locked: it was not there any
 * more then, so posting it takes nothing that is; what else follows is judged when it is posted (`LateRows`). Refuses with
 * `stockShort`, naming the goods, when less than that is available.
 */
export async function lockStock(books: Books, lock: Locking): Promise<void> {
  const { db, policies } = books;
  const wanted = new Map<string, Promised>();
  for (const one of lock.promised)
    wanted.set(keyOf(one), { ...one, qty: one.qty + (wanted.get(keyOf(one))?.qty ?? 0) });
  const balances = await lockBalances(books, { keys: [...wanted.values()], by: lock.source });
  const { happenedAt } = lock;
  const rows = [...wanted].flatMap(([key, row]) =>
    happenedAt && policies.lateRows.some((policy) => settledSince(policy, balances.get(key), happenedAt)) ? [] : [row],
  );
  if (rows.length === 0) return;
  for (const row of rows) {
    const balance = balances.get(keyOf(row));
    if (!balance) throw new Error(`no balance of ${keyOf(row)} under its lock`);
    const free = balance.onHand - balance.locked;
    if (free < row.qty) throw shortOf(balance, { free, needed: row.qty });
  }
  const asked = rowsOf('a', {
    location_id: ['bigint', rows.map((row) => row.location)],
    sku_id: ['bigint', rows.map((row) => row.skuId)],
    imperfect_type: ['smallint', rows.map((row) => row.imperfectType)],
    qty: ['bigint', rows.map((row) => row.qty)],
  });
  await sql`
    with asked as (select * from ${asked}), held as (
      update stock_balance b set locked = b.locked + a.qty from asked a
      where b.location_id = a.location_id and b.sku_id = a.sku_id and b.imperfect_type = a.imperfect_type
    )
    insert into stock_lock (location_id, sku_id, imperfect_type, qty, lock_type, doc_type, doc_id, doc_no, reason, admin_id)
    select location_id, sku_id, imperfect_type, qty, ${lock.lockType}, ${lock.source.docType}, ${lock.source.docId}, ${lock.source.docNo}, ${lock.reason}, ${lock.adminId}
    from asked`.execute(db);
}

/** Lets go of what a document holds, when nothing leaves after all. */
export async function unlockStock(tx: Tx, source: Source): Promise<void> {
  const { rows } = await sql<{ location_id: number; sku_id: number; imperfect_type: number }>`
    select location_id, sku_id, imperfect_type from stock_lock where doc_type = ${source.docType} and doc_id = ${source.docId} and qty_released < qty`.execute(
    tx,
  );
  if (rows.length === 0) return;
  await sql`
    select 1 from stock_balance b join (
      select location_id, sku_id, imperfect_type from stock_lock where doc_type = ${source.docType} and doc_id = ${source.docId} and qty_released < qty
    ) l using (location_id, sku_id, imperfect_type) order by b.location_id, b.sku_id, b.imperfect_type for update of b`.execute(
    tx,
  );
  await releaseLocks(tx, source);
}
