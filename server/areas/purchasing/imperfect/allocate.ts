import { type Balance, type Key, keyOf, lockBalances, shortOf } from '#server/ledger/balances.ts';
import { type OpenBatch, openBatches } from '#server/ledger/batches.ts';
import type { Books } from '#server/ledger/policies.ts';
import type { Source } from '#server/ledger/posting.ts';

/** Pieces that are wanted for a line, and the batches they are taken from before all others. */
export interface Wanted extends Key {
  readonly lineId: number;
  readonly qty: number;
  readonly origins?: readonly number[];
}

/** Pieces of one batch for one of the wants, which is counted from 0. */
export interface Allocated extends Key {
  readonly want: number;
  readonly lineId: number;
  readonly origin: number;
  readonly qty: number;
  readonly supplierId: number | null;
  readonly coModel: number | null;
}

/** What was allocated, under the locks of the balances it stands on. */
export interface Allocation {
  readonly parts: readonly Allocated[];
  readonly locked: Map<string, Balance>;
}

interface Asking {
  readonly wanted: readonly Wanted[];
  /** Keys that are posted to besides: locked with the rest, in the one order of locks. */
  readonly also?: readonly Key[];
  readonly by: Source;
}

/**
 * Chooses batches for pieces that are locked or moved later by name: those a want prefers, then in the order in which batches leave.
 * Nothing is changed; the balances stay locked. Refuses with `stockShort` when less is free than is wanted.
 */
export async function allocate(books: Books, { wanted, also = [], by }: Asking): Promise<Allocation> {
  const locked = await lockBalances(books, { keys: [...wanted, ...also], by });
  const sums = new Map<string, { key: Key; qty: number; origins: Set<number> }>();
  for (const { location, skuId, imperfectType, qty, origins = [] } of wanted) {
    const key = { location, skuId, imperfectType };
    const sum = sums.get(keyOf(key)) ?? { key, qty: 0, origins: new Set<number>() };
    sum.qty += qty;
    for (const origin of origins) sum.origins.add(origin);
    sums.set(keyOf(key), sum);
  }
  for (const [name, { qty }] of sums) {
    const balance = locked.get(name);
    if (!balance) throw new Error(`balance ${name} is not locked`);
    const free = balance.onHand - balance.locked;
    if (free < qty) throw shortOf(balance, { free, needed: qty });
  }
  const shelves = await openBatches(
    books.db,
    [...sums.values()].map(({ key, qty, origins }) => ({ ...key, qty, origins: [...origins] })),
  );
  return { locked, parts: wanted.flatMap((want, place) => taken(shelves.get(keyOf(want)) ?? [], want, place)) };
}

function taken(
  shelf: readonly OpenBatch[],
  { location, skuId, imperfectType, lineId, ...want }: Wanted,
  place: number,
) {
  const prefers = new Set(want.origins);
  const inOrder = shelf.toSorted(
    (one, other) =>
      Number(prefers.has(other.origin)) - Number(prefers.has(one.origin)) ||
      (ageOf(one) < ageOf(other) ? -1 : ageOf(one) > ageOf(other) ? 1 : one.origin - other.origin),
  );
  const parts: Allocated[] = [];
  let left = want.qty;
  for (const batch of inOrder) {
    const qty = Math.min(left, batch.qty - batch.locked);
    if (qty <= 0) continue;
    const { origin, supplierId, coModel } = batch;
    parts.push({ want: place, location, skuId, imperfectType, lineId, origin, qty, supplierId, coModel });
    // Promised to this want: the next one finds it gone.
    batch.locked += qty;
    left -= qty;
  }
  if (left > 0) throw new Error(`the batches of SKU ${skuId} hold less than its balance`);
  return parts;
}

/** What expires first leaves first, else what came first (domain.md §5.2). */
const ageOf = ({ expireAt, intoTime }: OpenBatch): string => `${expireAt ?? '9999-12-31'} ${intoTime}`;
