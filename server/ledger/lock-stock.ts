import { sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Balance, type Key, keyOf, lockBalances, shortOf } from './balances.ts';
import { GoodsRefusal } from './goods-refusal.ts';
import { settledSince } from './late-legs.ts';
import type { Books } from './policies.ts';
import type { Source } from './posting.ts';
import { releaseLocks } from './release-locks.ts';

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
}

/**
 * Locks stock for a document. What left before the instant for which its key is settled is not locked: it was not there any
 * more then, so posting it takes nothing that is; what else follows is judged when it is posted (`LateRows`). Refuses with
 * `stockShort`, naming the goods, when less than that is available.
 */
export async function lockStock(books: Books, lock: Locking): Promise<void> {
  const { db, policies } = books;
  const balances = await lockBalances(books, { keys: lock.promised, by: lock.source });
  const { happenedAt } = lock;
  const wanted = joined(lock.promised).filter(
    (row) =>
      !happenedAt || !policies.lateRows.some((policy) => settledSince(policy, balances.get(keyOf(row)), happenedAt)),
  );
  if (wanted.length === 0) return;
  refuseUnavailable(wanted, balances);
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

function refuseUnavailable(wanted: readonly Promised[], balances: ReadonlyMap<string, Balance>): void {
  const needed = new Map<string, number>();
  for (const row of wanted) needed.set(keyOf(row), (needed.get(keyOf(row)) ?? 0) + row.qty);
  for (const [key, qty] of needed) {
    const balance = balances.get(key);
    if (!balance) throw new Error(`no balance of ${key} under its lock`);
    const free = balance.onHand - balance.locked;
    if (free < qty) throw shortOf(balance, { free, needed: qty });
  }
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
