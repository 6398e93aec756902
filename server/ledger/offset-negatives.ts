import { sql } from 'kysely';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Balance, type Key, keyOf } from './balances.ts';
import { costOf, type OpenBatch, openBatches } from './batches.ts';
import type { OffsetBy, OffsetPart, OpenCase } from './negatives.ts';
import type { Books } from './policies.ts';

/** What of a balance says how much of it is free and how much is missing. */
export type Owing = Pick<
  Balance,
  'location' | 'skuId' | 'imperfectType' | 'onHand' | 'locked' | 'coded' | 'openNegative' | 'outOrder'
>;

/** How many pieces of a case are to be offset, and by which batches, where somebody chose them. */
export interface Offsetting {
  readonly of: OpenCase;
  readonly qty: number;
  readonly origins?: readonly number[];
}

/** Pieces of batches that nobody was promised and that have no code: those that have one are known to be here, so none of them is what left. */
export const roomOf = ({ onHand, openNegative, locked, coded }: Owing): number =>
  Math.max(onHand + openNegative - Math.max(locked, coded), 0);

/**
 * Offsets by itself what free pieces there are for, the oldest case first (domain.md §4.19, amendments B): asked after every posting and
 * whenever pieces are let go. Where nothing is open, which is nearly always, it asks nothing. Answers the pieces offset, by key.
 */
export async function offsetWaiting(
  books: Books,
  balances: readonly Owing[],
  by: OffsetBy,
): Promise<ReadonlyMap<string, number>> {
  const owing = balances.filter((one) => one.openNegative > 0 && roomOf(one) > 0);
  if (owing.length === 0 || !(await books.policies.negatives.automatic(books.db))) return new Map();
  const rooms = new Map(owing.map((one) => [keyOf(one), roomOf(one)]));
  const wanted = (await books.policies.negatives.waiting(books.db, owing)).flatMap((of): Offsetting[] => {
    const room = rooms.get(keyOf(of)) ?? 0;
    const qty = Math.min(room, of.open);
    rooms.set(keyOf(of), room - qty);
    return qty > 0 ? [{ of, qty }] : [];
  });
  return await offsetCases(books, { wanted, balances: owing, by });
}

interface Cases {
  readonly wanted: readonly Offsetting[];
  readonly balances: readonly Owing[];
  readonly by: OffsetBy;
}

/**
 * Puts pieces of batches in the place of pieces that left and were not there (P4, biz_type 502): no piece moves, the batch gets
 * smaller, what was missing too, and what the pieces cost takes the place of their temporary cost. The balances are locked. Throws
 * where the batches, those chosen among them, hold too little: whoever asks has looked.
 */
export async function offsetCases(books: Books, { wanted, balances, by }: Cases): Promise<ReadonlyMap<string, number>> {
  if (wanted.length === 0) return new Map();
  const shelves = await openBatches(
    books.db,
    balances.map(({ outOrder, ...key }) => {
      const own = wanted.filter(({ of }) => keyOf(of) === keyOf(key));
      const qty = own.reduce((sum, one) => sum + one.qty, 0);
      return { ...keyIn(key), outOrder, qty, origins: own.flatMap(({ origins = [] }) => origins) };
    }),
  );
  const parts = wanted.flatMap((one) => partsOf(shelves.get(keyOf(one.of)) ?? [], one));
  await write(books.db, parts, by);
  await books.policies.negatives.offset(books.db, parts, by);
  const sums = new Map<string, number>();
  for (const { of, qty } of parts) sums.set(keyOf(of), (sums.get(keyOf(of)) ?? 0) + qty);
  return sums;
}

function partsOf(shelf: readonly OpenBatch[], { of, qty, origins }: Offsetting): OffsetPart[] {
  const parts: OffsetPart[] = [];
  let left = qty;
  for (const batch of origins ? shelf.filter(({ origin }) => origins.includes(origin)) : shelf) {
    const part = Math.min(left, batch.qty - batch.locked);
    if (part <= 0) continue;
    const cost = costOf(batch.cost, part, batch.qty);
    parts.push({ of, origin: batch.origin, supplierId: batch.supplierId, coModel: batch.coModel, qty: part, cost });
    batch.qty -= part;
    batch.cost -= cost;
    left -= part;
    if (left === 0) break;
  }
  if (left > 0) throw new Error(`the batches of ${keyOf(of)} hold less than is offset by them`);
  return parts;
}

/** Two rows of the value ledger for each part: what goes from the batch, and what comes to what was missing. */
async function write(tx: Tx, parts: readonly OffsetPart[], { opId, adminId, at }: OffsetBy): Promise<void> {
  await sql`
    with part as (select * from ${rowsOf('p', {
      location_id: ['bigint', parts.map(({ of }) => of.location)],
      sku_id: ['bigint', parts.map(({ of }) => of.skuId)],
      imperfect_type: ['smallint', parts.map(({ of }) => of.imperfectType)],
      in_ware_detail_id: ['bigint', parts.map(({ origin }) => origin)],
      qty: ['bigint', parts.map(({ qty }) => qty)],
      cost: ['bigint', parts.map(({ cost }) => cost)],
      temp: ['bigint', parts.map(({ of, qty }) => of.tempCost * qty)],
      doc_type: ['text', parts.map(({ of }) => of.source.docType)],
      doc_id: ['bigint', parts.map(({ of }) => of.source.docId)],
      doc_no: ['text', parts.map(({ of }) => of.source.docNo)],
    })}), batch as (
      update stock_batch b set qty_remain = b.qty_remain - s.qty, cost_amount = b.cost_amount - s.cost, updated_at = clock_timestamp()
      from (select location_id, sku_id, imperfect_type, in_ware_detail_id, sum(qty)::bigint as qty, sum(cost)::bigint as cost from part group by 1, 2, 3, 4) s
      where b.location_id = s.location_id and b.sku_id = s.sku_id and b.imperfect_type = s.imperfect_type and b.in_ware_detail_id = s.in_ware_detail_id
    ), balance as (
      update stock_balance b set open_negative = b.open_negative - s.qty, cost_amount = b.cost_amount + s.temp - s.cost
      from (select location_id, sku_id, imperfect_type, sum(qty)::bigint as qty, sum(cost)::bigint as cost, sum(temp)::bigint as temp from part group by 1, 2, 3) s
      where b.location_id = s.location_id and b.sku_id = s.sku_id and b.imperfect_type = s.imperfect_type
    )
    insert into stock_value_ledger (location_id, sku_id, imperfect_type, in_ware_detail_id, biz_type, batch_delta, cost_amount, happened_at, business_date, doc_type, doc_id, doc_no, op_id, admin_id)
    select p.location_id, p.sku_id, p.imperfect_type, r.origin, ${offset}::smallint, r.pieces, r.amount, ${at}::timestamptz, open_business_day(${businessDay(new Date(at))}::date), p.doc_type, p.doc_id, p.doc_no, ${opId}::uuid, ${adminId}
    from part p cross join lateral (values (1, p.in_ware_detail_id, -p.qty, -p.cost), (2, null::bigint, p.qty, p.temp)) as r (leg, origin, pieces, amount)
    order by p.place, r.leg`.execute(tx);
}

/** biz_type of domain.md §2. */
const offset = 502;

const keyIn = ({ location, skuId, imperfectType }: Key): Key => ({ location, skuId, imperfectType });
