import { type Balance, type Key, keyOf, lockBalances } from './balances.ts';
import { chooseBatches, type Moved } from './choose-batches.ts';
import { followCodes, lockCodesOf, refuseUncoded } from './code-legs.ts';
import { lockOrdersOf, tellMoves } from './codes.ts';
import { type PairedRow, tellDifferences } from './differences.ts';
import { judgeLate, later } from './late-legs.ts';
import type { OpenCase, Shortfall } from './negatives.ts';
import { offsetWaiting } from './offset-negatives.ts';
import { allowOversell, casesOf, changeNegative, refuseUnnamed, type Short, shortfallsOf } from './oversell.ts';
import type { Books } from './policies.ts';
import { type Leg, type Posting, sourceOf } from './posting.ts';
import { releaseLocks } from './release-locks.ts';
import { type BatchChange, type Change, type Row, writePosting } from './write-posting.ts';

/**
 * Posts stock: the only way a quantity changes (design §5, amendments B). The legs sum to zero per SKU and document; rows are
 * locked in the order (location, SKU, grade) whatever the order of the legs; quantities are checked under the lock. Each leg
 * becomes a row for each batch it moves, with what its pieces cost (decision 0053).
 * Sets, not loops: the number of statements does not depend on the number of legs.
 * Refuses with `stockShort` when a real location would hold less than nothing or less than is promised to others, unless the
 * posting may go beyond that (`oversell`, decision 0063); with `illegalTransition` when the goods are frozen or a code is not where or
 * what it would have to be, with `invalid` when pieces with codes would leave without them. Pieces that are free afterwards, and
 * have no code, offset what went below nothing before. What was neither bought nor sold is told to whoever keeps the books.
 */
export async function postStock(books: Books, posting: Posting): Promise<void> {
  refuseUnbalanced(posting);
  refuseUnknownPolicy(books, posting);
  if (posting.legs.length === 0 && !posting.settling) return;
  if (posting.codes) await lockOrdersOf(books.db, posting.codes);
  const lock = { by: posting.source, passes: posting.oversell === 'sold' };
  const balances = posting.locked ?? (await lockBalances(books, { keys: keysOf(posting), ...lock }));
  refuseUnnamed(posting, balances);
  const released = await letGo(books, posting);
  const legs = await judgeLate(books, posting, balances);
  // Rare, and only these rows are locked out of order: should two such postings meet, one of them is run again.
  const unlocked = legs.filter((leg) => !balances.has(keyOf(leg)));
  if (unlocked.length > 0)
    for (const [key, balance] of await lockBalances(books, { keys: unlocked, ...lock })) balances.set(key, balance);
  const oversell = await allowOversell(books, posting, { short: shortOnes(legs, balances, released), released });
  const codes = await lockCodesOf(books.db, posting);
  const takenBack = await casesOf(books, posting, legs);
  const chosen = await chooseBatches(books, { posting, legs, balances, oversell, takenBack });
  await refuseUncoded(books.db, { legs, balances, chosen, moved: codes?.moved ?? [] });
  const shortfalls = shortfallsOf(posting, { legs, chosen, oversell });
  // Before the pieces leave: the table lets no balance promise more than its batches hold.
  await changeNegative(
    books.db,
    shortfalls.map(({ qty, ...key }) => ({ ...key, by: qty })),
    balances,
  );
  const { changes, rows } = await write(books, posting, { legs, balances, chosen });
  if (codes) await tellMoves(books.db, codes.moves, codes.moved);
  follow(balances, changes, released);
  if (codes) followCodes(balances, codes.moved);
  await tellDifferences(books, posting, rows);
  await keepCases(books, posting, { shortfalls, takenBack, balances, released });
}

interface Kept {
  readonly shortfalls: readonly Shortfall[];
  readonly takenBack: ReadonlyMap<Leg, OpenCase>;
  readonly balances: Map<string, Balance>;
  readonly released: ReadonlyMap<string, number>;
}

/** The cases of a posting: those that it opens, those that its pieces go back to, and those that what is free now offsets. */
async function keepCases(
  books: Books,
  posting: Posting,
  { shortfalls, takenBack, balances, released }: Kept,
): Promise<void> {
  const { opId, adminId, happenedAt: at, source } = posting;
  const by = { opId, adminId, at, source };
  const { negatives } = books.policies;
  if (shortfalls.length > 0) await negatives.open(books.db, shortfalls, by);
  if (takenBack.size > 0) {
    const given = [...takenBack].map(([leg, of]) => ({ of, qty: leg.delta }));
    await changeNegative(
      books.db,
      given.map(({ of: { location, skuId, imperfectType }, qty }) => ({ location, skuId, imperfectType, by: -qty })),
      balances,
    );
    await negatives.giveBack(books.db, given, by);
  }
  const touched = new Set([...posting.legs.map(keyOf), ...released.keys()]);
  const touchedBalances = [...touched].flatMap((key) => balances.get(key) ?? []);
  for (const [key, qty] of await offsetWaiting(books, touchedBalances, by)) {
    const balance = balances.get(key);
    if (balance) balances.set(key, { ...balance, openNegative: balance.openNegative - qty });
  }
}

const nothing: ReadonlyMap<string, number> = new Map();

async function letGo({ db }: Books, { releases, source, legs }: Posting): Promise<ReadonlyMap<string, number>> {
  if (!releases || !source) return nothing;
  if (releases === true) return await releaseLocks(db, source);
  const lines = new Map<number, number>();
  for (const { lineId, delta } of legs)
    if (typeof lineId === 'number' && delta < 0) lines.set(lineId, (lines.get(lineId) ?? 0) - delta);
  return await releaseLocks(
    db,
    source,
    [...lines].map(([lineId, qty]) => ({ lineId, qty })),
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

function shortOnes(
  legs: readonly Leg[],
  balances: ReadonlyMap<string, Balance>,
  released: ReadonlyMap<string, number>,
): Short[] {
  const moved = new Map<string, number>();
  for (const leg of legs) moved.set(keyOf(leg), (moved.get(keyOf(leg)) ?? 0) + leg.delta);
  return [...moved].flatMap(([key, delta]): Short[] => {
    const balance = balances.get(key);
    if (!balance?.guarded || delta >= 0) return [];
    const own = released.get(key) ?? 0;
    // What was promised to it is there, whatever is missing besides (G10).
    const available = balance.onHand - balance.locked;
    const free = own > 0 ? Math.max(available, 0) + own : available;
    return free + delta < 0 ? [{ balance, free, needed: -delta }] : [];
  });
}

interface Writing {
  readonly legs: readonly Leg[];
  readonly balances: ReadonlyMap<string, Balance>;
  readonly chosen: ReadonlyMap<Leg, Moved>;
}

/** Follows the balances in the order of the legs: they are locked, so nobody else moves them. */
async function write(
  books: Books,
  posting: Posting,
  { legs, balances, chosen }: Writing,
): Promise<{ changes: Change[]; rows: PairedRow[] }> {
  const changes = new Map<string, Change>();
  const changeOf = (key: Key): Change => {
    const found = changes.get(keyOf(key)) ?? {
      location: key.location,
      skuId: key.skuId,
      imperfectType: key.imperfectType,
      onHand: balanceOf(balances, key).onHand,
      cost: 0,
      lastIn: null,
      lastOut: null,
      settledAt: null,
    };
    changes.set(keyOf(key), found);
    return found;
  };
  const batches = new Map<string, BatchChange>();
  const rows = legs.flatMap((leg, place): PairedRow[] => {
    // Legs come in pairs, one behind the other.
    const other = legs[place % 2 === 0 ? place + 1 : place - 1]?.location ?? leg.location;
    const at = leg.happenedAt ?? posting.happenedAt;
    const change = changeOf(leg);
    const { warehouseId, guarded } = balanceOf(balances, leg);
    const sign = leg.delta < 0 ? -1 : 1;
    if (leg.delta > 0) change.lastIn = later(change.lastIn, at);
    else change.lastOut = later(change.lastOut, at);
    return (chosen.get(leg) ?? []).map(({ batch, qty, cost }) => {
      const before = change.onHand;
      change.onHand += sign * qty;
      if (guarded) change.cost += sign * cost;
      if (guarded && batch) {
        const name = `${keyOf(leg)}/${batch.origin}`;
        const moved = batches.get(name) ?? { ...keyIn(leg), warehouseId, batch, qty: 0, cost: 0 };
        batches.set(name, { ...moved, qty: moved.qty + sign * qty, cost: moved.cost + sign * cost });
      }
      const row: Row = {
        ...leg,
        delta: sign * qty,
        at,
        before,
        source: sourceOf(leg, posting),
        warehouseId,
        origin: batch?.origin ?? null,
        cost: sign * cost,
      };
      return { row, other, supplierId: batch?.supplierId ?? null, coModel: batch?.coModel ?? null };
    });
  });
  for (const point of posting.settling?.points ?? []) {
    const change = changeOf(point);
    change.settledAt = later(change.settledAt, point.at);
  }
  const changed = [...changes.values()];
  const written = { rows: rows.map(({ row }) => row), changes: changed, batches: [...batches.values()] };
  await writePosting(books, posting, written);
  return { changes: changed, rows };
}

const keyIn = ({ location, skuId, imperfectType }: Key): Key => ({ location, skuId, imperfectType });

function balanceOf(balances: ReadonlyMap<string, Balance>, key: Key): Balance {
  const balance = balances.get(keyOf(key));
  if (!balance) throw new Error(`balance ${keyOf(key)} is not locked`);
  return balance;
}
