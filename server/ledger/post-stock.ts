import { sql } from 'kysely';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Balance, type Key, keyOf, lockBalances, shortOf } from './balances.ts';
import { judgeLate, later } from './late-legs.ts';
import type { Books } from './policies.ts';
import { listed, markColumns, markNames, settledColumns, settling } from './policy-columns.ts';
import { type Leg, type Posting, type Source, sourceOf } from './posting.ts';

/**
 * Posts stock: the only way a quantity changes (design §5, amendments B). The legs sum to zero per SKU and document; rows are
 * locked in the order (location, SKU, grade) whatever the order of the legs; quantities are checked under the lock.
 * Sets, not loops: the number of statements does not depend on the number of legs.
 * Refuses with `stockShort` when a real location would hold less than nothing or less than is promised to others,
 * with `illegalTransition` when the goods are frozen.
 */
export async function postStock(books: Books, posting: Posting): Promise<void> {
  const { db } = books;
  refuseUnbalanced(posting);
  refuseUnknownPolicy(books, posting);
  if (posting.legs.length === 0 && !posting.settling) return;
  const balances = posting.locked ?? (await lockBalances(books, { keys: keysOf(posting), by: posting.source }));
  const released =
    posting.releases && posting.source ? await releaseLocks(db, posting.source) : new Map<string, number>();
  const legs = await judgeLate(books, posting, balances);
  // Rare, and only these rows are locked out of order: should two such postings meet, one of them is run again.
  const unlocked = legs.filter((leg) => !balances.has(keyOf(leg)));
  if (unlocked.length > 0)
    for (const [key, balance] of await lockBalances(books, { keys: unlocked, by: posting.source }))
      balances.set(key, balance);
  refuseShort(legs, balances, released);
  const changes = await write(books, posting, { legs, balances });
  follow(balances, changes, released);
}

/** Lets go of every open lock of a document and returns what was let go, by key. Balances must be locked already. */
export async function releaseLocks(tx: Tx, source: Source): Promise<Map<string, number>> {
  const { rows } = await sql<{ location_id: number; sku_id: number; imperfect_type: number; qty: number }>`
    with let_go as (
      update stock_lock set qty_released = qty, released_at = clock_timestamp()
      where doc_type = ${source.docType} and doc_id = ${source.docId} and qty_released < qty
      returning location_id, sku_id, imperfect_type, qty
    ), freed as (select location_id, sku_id, imperfect_type, sum(qty)::bigint as qty from let_go group by 1, 2, 3)
    update stock_balance b set locked = b.locked - f.qty from freed f
    where b.location_id = f.location_id and b.sku_id = f.sku_id and b.imperfect_type = f.imperfect_type
    returning f.*`.execute(tx);
  return new Map(
    rows.map((row) => [
      keyOf({ location: row.location_id, skuId: row.sku_id, imperfectType: row.imperfect_type }),
      row.qty,
    ]),
  );
}

function keysOf(posting: Posting): Key[] {
  return [...posting.legs, ...(posting.settling?.points ?? [])];
}

// It would settle nothing, and nobody would know.
function refuseUnknownPolicy({ policies }: Books, { settling }: Posting): void {
  if (settling && !policies.lateRows.includes(settling.policy))
    throw new Error('a posting settles keys for a policy that nobody has named');
}

// A mistake of ours, not of a person: it must never reach the books, so it ends the transaction.
function refuseUnbalanced(posting: Posting): void {
  const sums = new Map<string, number>();
  for (const leg of posting.legs) {
    const { docType, docId } = sourceOf(leg, posting);
    const name = `SKU ${leg.skuId} by ${docType} ${docId}`;
    sums.set(name, (sums.get(name) ?? 0) + leg.delta);
  }
  for (const [name, sum] of sums)
    if (sum !== 0) throw new Error(`posting of ${name} does not sum to zero but to ${sum}`);
}

/** Brings the balances, which stay locked, into step with what was written. */
function follow(
  balances: Map<string, Balance>,
  changes: readonly Change[],
  released: ReadonlyMap<string, number>,
): void {
  for (const change of changes) balances.set(keyOf(change), { ...balanceOf(balances, change), onHand: change.onHand });
  for (const [key, qty] of released) {
    const balance = balances.get(key);
    if (balance) balances.set(key, { ...balance, locked: balance.locked - qty });
  }
}

function refuseShort(
  legs: readonly Leg[],
  balances: ReadonlyMap<string, Balance>,
  released: ReadonlyMap<string, number>,
): void {
  const moved = new Map<string, number>();
  for (const leg of legs) moved.set(keyOf(leg), (moved.get(keyOf(leg)) ?? 0) + leg.delta);
  for (const [key, delta] of moved) {
    const balance = balances.get(key);
    if (!balance?.guarded || delta >= 0) continue;
    const free = balance.onHand - balance.locked + (released.get(key) ?? 0);
    if (free + delta < 0) throw shortOf(balance, { free, needed: -delta });
  }
}

/** A leg with its balance before, followed in the order of the legs: the balances are locked, so nobody else moves them. */
interface Row extends Leg {
  readonly source: Source;
  readonly at: string;
  readonly before: number;
  readonly warehouseId: number | null;
}

/** What becomes of one balance. */
interface Change extends Key {
  onHand: number;
  lastIn: string | null;
  lastOut: string | null;
  settledAt: string | null;
}

interface Writing {
  readonly legs: readonly Leg[];
  readonly balances: ReadonlyMap<string, Balance>;
}

/** Writes the ledger rows and the balances they lead to, settled keys marked, in one statement. */
async function write(books: Books, posting: Posting, { legs, balances }: Writing): Promise<Change[]> {
  const changes = new Map<string, Change>();
  const changeOf = (key: Key): Change => {
    const name = keyOf(key);
    const found = changes.get(name) ?? {
      location: key.location,
      skuId: key.skuId,
      imperfectType: key.imperfectType,
      onHand: balanceOf(balances, key).onHand,
      lastIn: null,
      lastOut: null,
      settledAt: null,
    };
    changes.set(name, found);
    return found;
  };
  const rows = legs.map((leg): Row => {
    const at = leg.happenedAt ?? posting.happenedAt;
    const change = changeOf(leg);
    const before = change.onHand;
    change.onHand += leg.delta;
    if (leg.delta > 0) change.lastIn = later(change.lastIn, at);
    else change.lastOut = later(change.lastOut, at);
    return { ...leg, at, before, source: sourceOf(leg, posting), warehouseId: balanceOf(balances, leg).warehouseId };
  });
  for (const point of posting.settling?.points ?? []) {
    const change = changeOf(point);
    change.settledAt = later(change.settledAt, point.at);
  }
  const changed = [...changes.values()];
  await writeAll(books, posting, { rows, changes: changed });
  return changed;
}

function balanceOf(balances: ReadonlyMap<string, Balance>, key: Key): Balance {
  const balance = balances.get(keyOf(key));
  if (!balance) throw new Error(`balance ${keyOf(key)} is not locked`);
  return balance;
}

async function writeAll(
  { db, policies }: Books,
  posting: Posting,
  { rows, changes }: { rows: readonly Row[]; changes: readonly Change[] },
): Promise<void> {
  const marks = markNames(policies);
  const balances = rowsOf('c', {
    location_id: ['bigint', changes.map((change) => change.location)],
    sku_id: ['bigint', changes.map((change) => change.skuId)],
    imperfect_type: ['smallint', changes.map((change) => change.imperfectType)],
    on_hand: ['bigint', changes.map((change) => change.onHand)],
    last_in: ['timestamptz', changes.map((change) => change.lastIn)],
    last_out: ['timestamptz', changes.map((change) => change.lastOut)],
    ...settledColumns(policies, posting, changes),
  });
  const legs = rowsOf('l', {
    location_id: ['bigint', rows.map((row) => row.location)],
    warehouse_id: ['bigint', rows.map((row) => row.warehouseId)],
    sku_id: ['bigint', rows.map((row) => row.skuId)],
    imperfect_type: ['smallint', rows.map((row) => row.imperfectType)],
    biz_type: ['smallint', rows.map((row) => row.bizType)],
    delta: ['bigint', rows.map((row) => row.delta)],
    balance_before: ['bigint', rows.map((row) => row.before)],
    happened_at: ['timestamptz', rows.map((row) => row.at)],
    business_date: ['date', rows.map((row) => businessDay(new Date(row.at)))],
    zone: ['text', rows.map((row) => row.zone ?? null)],
    line_id: ['bigint', rows.map((row) => row.lineId ?? null)],
    ...markColumns(marks, rows),
    doc_type: ['text', rows.map((row) => row.source.docType)],
    doc_id: ['bigint', rows.map((row) => row.source.docId)],
    doc_no: ['text', rows.map((row) => row.source.docNo)],
  });
  await sql`
    with moved as (
      update stock_balance b set on_hand = c.on_hand,
        last_in_at = greatest(b.last_in_at, c.last_in), last_out_at = greatest(b.last_out_at, c.last_out)${settling(policies, posting)}
      from ${balances}
      where b.location_id = c.location_id and b.sku_id = c.sku_id and b.imperfect_type = c.imperfect_type
    )
    insert into stock_ledger (location_id, warehouse_id, sku_id, imperfect_type, biz_type, delta, balance_before, balance_after, happened_at,
      business_date, zone, doc_type, doc_id, doc_no, line_id${listed(marks)}, op_id, admin_id)
    select location_id, warehouse_id, sku_id, imperfect_type, biz_type, delta, balance_before, balance_before + delta, happened_at,
      business_date, zone, doc_type, doc_id, doc_no, line_id${listed(marks)}, ${posting.opId}::uuid, ${posting.adminId}
    from ${legs} order by place`.execute(db);
}
