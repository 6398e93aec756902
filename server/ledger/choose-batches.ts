import { type Balance, type Key, keyOf, shortOf } from './balances.ts';
import { costOf, type Leaving, type NewBatch, type OpenBatch, openBatches, type Pieces } from './batches.ts';
import { GoodsRefusal } from './goods-refusal.ts';
import type { OpenCase } from './negatives.ts';
import type { OversellAllowance } from './oversell.ts';
import type { Books } from './policies.ts';
import { type Leg, type Posting, sourceOf } from './posting.ts';

/** Pieces that leave one place and come to another. */
interface Move {
  readonly from: Leg;
  readonly to: Leg;
  readonly qty: number;
}

/** Pieces without a batch: on accounts that hold no goods, and what leaves a warehouse that does not hold it. */
export type Moved = readonly (Pieces | Loose)[];
interface Loose {
  readonly batch: null;
  readonly qty: number;
  readonly cost: number;
}

/**
 * Which batches each leg of a posting moves, and what they cost: chosen by what a leg names, else by the order in which batches leave.
 * Both legs of a pair move the same ones, so cost goes with the pieces and none is lost. What comes in from outside comes first;
 * what is passed on follows as soon as it is there. Keys in `oversell` give what is there and nobody was promised, and of no batch what
 * is missing; legs in `takenBack` bring such pieces back. Refuses with `stockShort` when a batch that is named holds too little.
 */
export async function chooseBatches(
  books: Books,
  { posting, legs, balances, oversell, takenBack }: Choosing,
): Promise<Map<Leg, Moved>> {
  const isHere = (leg: Leg): boolean => balances.get(keyOf(leg))?.guarded === true;
  const moves = movesOf(legs);
  const inside = moves.filter(({ from }) => isHere(from));
  const shelves = await openBatches(books.db, leavingOf(inside, balances));
  const chosen = new Map<Leg, Moved>();
  const settle = ({ from, to }: Move, moved: Moved) => {
    chosen.set(from, moved);
    chosen.set(to, moved);
    const shelf = isHere(to) ? shelves.get(keyOf(to)) : undefined;
    for (const pieces of moved) if (shelf && pieces.batch) put(shelf, pieces);
    const [gives, gets] = [oversell.get(keyOf(from)), oversell.get(keyOf(to))];
    const here = moved.reduce((sum, pieces) => sum + (pieces.batch ? pieces.qty : 0), 0);
    if (gives) gives.room -= here;
    if (gets) gets.room += here;
  };
  const outside = moves.filter(({ from }) => !isHere(from));
  const made = await madeBatches(
    books,
    posting,
    outside.filter(({ to }) => isHere(to) && !takenBack.has(to)),
  );
  for (const move of outside) {
    const batch = made.get(move.to);
    const back = (takenBack.get(move.to)?.tempCost ?? 0) * move.qty;
    settle(move, [batch ? { batch, qty: move.qty, cost: batch.cost } : { batch: null, qty: move.qty, cost: back }]);
  }
  let waiting = inside;
  while (waiting.length > 0) {
    const left: Move[] = [];
    for (const move of waiting) {
      // What may be missing comes last, when all that is passed on is there.
      const moved = oversell.has(keyOf(move.from)) ? undefined : take(shelves.get(keyOf(move.from)) ?? [], move);
      if (moved) settle(move, moved);
      else left.push(move);
    }
    if (left.length === waiting.length) {
      const place = left.findIndex(({ from }) => oversell.has(keyOf(from)));
      const [move] = place < 0 ? [] : left.splice(place, 1);
      if (!move) throw shortBatch(left[0] as Move, balances);
      const allowance = oversell.get(keyOf(move.from)) as OversellAllowance;
      const { room } = allowance;
      const moved = takeOversold(shelves.get(keyOf(move.from)) ?? [], move, allowance);
      // Nothing comes to a real place that is of no batch.
      const balance = balances.get(keyOf(move.from));
      if (isHere(move.to) && balance && moved.some(({ batch }) => batch === null))
        throw shortOf(balance, { free: room, needed: move.qty });
      settle(move, moved);
    }
    waiting = left;
  }
  return chosen;
}

interface Choosing {
  readonly posting: Posting;
  readonly legs: readonly Leg[];
  readonly balances: ReadonlyMap<string, Balance>;
  readonly oversell: ReadonlyMap<string, OversellAllowance>;
  readonly takenBack: ReadonlyMap<Leg, OpenCase>;
}

// A mistake of ours, not of a person: it must never reach the books, so it ends the transaction.
function movesOf(legs: readonly Leg[]): Move[] {
  const moves: Move[] = [];
  for (let place = 0; place < legs.length; place += 2) {
    const [one, other] = [legs[place], legs[place + 1]];
    if (!one || !other || one.delta !== -other.delta || one.skuId !== other.skuId)
      throw new Error(`leg ${place + 1} of a posting has no other leg behind it`);
    const [from, to] = one.delta < 0 ? [one, other] : [other, one];
    moves.push({ from, to, qty: to.delta });
  }
  return moves;
}

function leavingOf(moves: readonly Move[], balances: ReadonlyMap<string, Balance>): Leaving[] {
  const keys = new Map<string, Key & { qty: number; origins: number[]; outOrder: number | null }>();
  for (const { from, qty } of moves) {
    const { location, skuId, imperfectType, origin } = from;
    const outOrder = balances.get(keyOf(from))?.outOrder ?? null;
    const key = keys.get(keyOf(from)) ?? { location, skuId, imperfectType, qty: 0, origins: [], outOrder };
    key.qty += qty;
    if (typeof origin === 'number') key.origins.push(origin);
    keys.set(keyOf(from), key);
  }
  return [...keys.values()];
}

async function madeBatches(
  { db, policies }: Books,
  posting: Posting,
  moves: readonly Move[],
): Promise<Map<Leg, NewBatch>> {
  const made = new Map(moves.flatMap(({ to }): [Leg, NewBatch][] => (to.batch ? [[to, to.batch]] : [])));
  const unbought = moves.filter(({ to }) => !to.batch);
  if (unbought.length === 0) return made;
  const given = await policies.origins.give(
    db,
    unbought.map(({ to, qty }) => ({
      source: sourceOf(to, posting),
      location: to.location,
      skuId: to.skuId,
      imperfectType: to.imperfectType,
      qty,
      bizType: to.bizType,
      at: to.happenedAt ?? posting.happenedAt,
      unitCost: to.unitCost ?? null,
    })),
    posting,
  );
  for (const [place, { to }] of unbought.entries()) made.set(to, given[place] as NewBatch);
  return made;
}

/** Takes the pieces of a move from a shelf; undefined while it does not hold them. */
function take(shelf: OpenBatch[], { from, qty }: Move): Pieces[] | undefined {
  const open = typeof from.origin === 'number' ? shelf.filter(({ origin }) => origin === from.origin) : shelf;
  const taken: Pieces[] = [];
  let left = qty;
  for (const batch of open) {
    const part = Math.min(left, batch.qty - batch.locked);
    if (part <= 0) continue;
    taken.push({ batch, qty: part, cost: costOf(batch.cost, part, batch.qty) });
    left -= part;
    if (left === 0) break;
  }
  if (left > 0) return undefined;
  for (const { batch, qty: part, cost } of taken) {
    (batch as OpenBatch).qty -= part;
    (batch as OpenBatch).cost -= cost;
  }
  return taken;
}

/** Takes what a shelf has for a move and nobody was promised; the rest is of no batch, at its temporary cost. */
function takeOversold(shelf: readonly OpenBatch[], { from, qty }: Move, { room, tempCost }: OversellAllowance): Moved {
  const taken: Pieces[] = [];
  let left = qty;
  for (const batch of shelf) {
    if (typeof from.origin === 'number' && batch.origin !== from.origin) continue;
    const part = Math.min(left, batch.qty - batch.locked, room - (qty - left));
    if (part <= 0) continue;
    const cost = costOf(batch.cost, part, batch.qty);
    taken.push({ batch, qty: part, cost });
    batch.qty -= part;
    batch.cost -= cost;
    left -= part;
  }
  return left > 0 ? [...taken, { batch: null, qty: left, cost: left * tempCost }] : taken;
}

function put(shelf: OpenBatch[], { batch, qty, cost }: Pieces): void {
  const there = shelf.find(({ origin }) => origin === batch.origin);
  if (there) {
    there.qty += qty;
    there.cost += cost;
  } else shelf.push({ ...batch, qty, cost, locked: 0 });
}

function shortBatch({ from, qty }: Move, balances: ReadonlyMap<string, Balance>): Error {
  const balance = balances.get(keyOf(from));
  if (typeof from.origin !== 'number' || !balance)
    return new Error(`the batches of ${keyOf(from)} hold less than its balance`);
  return new GoodsRefusal('stockShort', balance, (goods) => `${goods} 的这一批次不足 ${qty} 件`, 'lines');
}
