import { type RawBuilder, sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Key, keyOf } from './balances.ts';

/** What a batch is, wherever its pieces stand: the line of an inbound batch, and what is known of it. Costs in fen. */
export interface Origin {
  /** Id of the line of the inbound batch. */
  readonly origin: number;
  readonly supplierId: number | null;
  readonly coModel: number | null;
  /** What one piece costs, rounded: the amount is what counts (amendments G6). */
  readonly costPrice: number;
  readonly productionDate: string | null;
  readonly expireAt: string | null;
  /** ISO time the batch came into the company: it keeps its age from warehouse to warehouse. */
  readonly intoTime: string;
}

/** A batch that comes in: all its pieces together cost `cost`. */
export interface NewBatch extends Origin {
  readonly cost: number;
}

/** A batch as it stands at one place, under the lock of its balance. */
export interface OpenBatch extends Origin {
  qty: number;
  locked: number;
  cost: number;
}

/** Pieces of one batch that move together, and what they cost. */
export interface Pieces {
  readonly batch: Origin;
  readonly qty: number;
  readonly cost: number;
}

/** A key from which goods leave: how many, and which batches they must be of. */
export interface Leaving extends Key {
  readonly qty: number;
  readonly origins: readonly number[];
  /** As the balance says it. */
  readonly outOrder: number | null;
}

/** out_order of domain.md §2: by age alone. Any other is by what expires first. */
const oldestFirst = 1;

/** Compares batches of one key by the order in which they leave: what expires first, else what came first (domain.md §5.2); by a rule, what came first. */
export function leavesBefore(outOrder: number | null): (one: OpenBatch, other: OpenBatch) => number {
  const keyOfBatch = ({ expireAt, intoTime }: OpenBatch) =>
    outOrder === oldestFirst ? intoTime : `${expireAt ?? '9999-12-31'} ${intoTime}`;
  return (one, other) => {
    const [a, b] = [keyOfBatch(one), keyOfBatch(other)];
    return a < b ? -1 : a > b ? 1 : one.origin - other.origin;
  };
}

/**
 * The open batches from which these goods may be taken, each key's in the order in which they leave (`leavesBefore`). No more than are needed are read, whatever a key holds. The balances are locked, so nobody else moves them.
 */
export async function openBatches(tx: Tx, leaving: readonly Leaving[]): Promise<Map<string, OpenBatch[]>> {
  const shelves = new Map<string, OpenBatch[]>(leaving.map((key) => [keyOf(key), []]));
  if (leaving.length === 0) return shelves;
  const named = leaving.flatMap((key) => key.origins.map((origin) => ({ ...key, origin })));
  for (const byAge of [false, true]) {
    const some = leaving.filter(({ outOrder }) => (outOrder === oldestFirst) === byAge);
    const { rows } = some.length > 0 ? await nextToLeave(some, byAge).execute(tx) : { rows: [] };
    for (const row of rows) shelves.get(keyOf(keyOfRow(row)))?.push(batchOf(row));
  }
  if (named.length > 0) await addNamed(tx, shelves, named);
  return shelves;
}

/**
 * The batches that these goods leave from, in the order in which they leave (`leavesBefore`): by age alone, or by what expires first, which
 * is the order of an index. Each has a piece to give at least, so as many batches as pieces are enough: of a key in a thousand batches one
 * piece reads one.
 */
export function nextToLeave(leaving: readonly Leaving[], byAge: boolean): RawBuilder<BatchRow> {
  const first = byAge ? sql`` : sql`b.expire_at, `;
  const keys = rowsOf('k', {
    location_id: ['bigint', leaving.map((key) => key.location)],
    sku_id: ['bigint', leaving.map((key) => key.skuId)],
    imperfect_type: ['smallint', leaving.map((key) => key.imperfectType)],
    needed: ['bigint', leaving.map((key) => key.qty)],
  });
  return sql<BatchRow>`
    select ${columns} from ${keys} cross join lateral (
      select b.*, sum(b.qty_remain - b.qty_locked) over (order by ${first}b.into_time, b.in_ware_detail_id) - b.qty_remain + b.qty_locked as before
      from (
        select * from stock_batch b where b.location_id = k.location_id and b.sku_id = k.sku_id and b.imperfect_type = k.imperfect_type
          and b.qty_remain > 0 and b.qty_remain > b.qty_locked
        order by ${first}b.into_time, b.in_ware_detail_id limit k.needed
      ) b
    ) b where b.before < k.needed
    order by k.place, ${first}b.into_time, b.in_ware_detail_id`;
}

async function addNamed(
  tx: Tx,
  shelves: Map<string, OpenBatch[]>,
  named: readonly (Key & { readonly origin: number })[],
): Promise<void> {
  const asked = rowsOf('k', {
    location_id: ['bigint', named.map((key) => key.location)],
    sku_id: ['bigint', named.map((key) => key.skuId)],
    imperfect_type: ['smallint', named.map((key) => key.imperfectType)],
    origin: ['bigint', named.map((key) => key.origin)],
  });
  const { rows } = await sql<BatchRow>`
    select distinct ${columns} from ${asked} join stock_batch b
      on b.location_id = k.location_id and b.sku_id = k.sku_id and b.imperfect_type = k.imperfect_type and b.in_ware_detail_id = k.origin`.execute(
    tx,
  );
  for (const row of rows) {
    const shelf = shelves.get(keyOf(keyOfRow(row)));
    if (shelf && !shelf.some(({ origin }) => origin === row.in_ware_detail_id)) shelf.push(batchOf(row));
  }
}

const columns = sql`b.location_id, b.sku_id, b.imperfect_type, b.in_ware_detail_id, b.supplier_id, b.co_model, b.cost_price, b.production_date::text as production_date,
  b.expire_at::text as expire_at, b.into_time, b.qty_remain, b.qty_locked, b.cost_amount`;

/** A batch as it is read. */
export interface BatchRow {
  location_id: number;
  sku_id: number;
  imperfect_type: number;
  in_ware_detail_id: number;
  supplier_id: number | null;
  co_model: number | null;
  cost_price: number | null;
  production_date: string | null;
  expire_at: string | null;
  into_time: string;
  qty_remain: number;
  qty_locked: number;
  cost_amount: number;
}

const keyOfRow = (row: BatchRow): Key => ({
  location: row.location_id,
  skuId: row.sku_id,
  imperfectType: row.imperfect_type,
});

const batchOf = (row: BatchRow): OpenBatch => ({
  origin: row.in_ware_detail_id,
  supplierId: row.supplier_id,
  coModel: row.co_model,
  costPrice: row.cost_price ?? 0,
  productionDate: row.production_date,
  expireAt: row.expire_at,
  intoTime: row.into_time,
  qty: row.qty_remain,
  locked: row.qty_locked,
  cost: row.cost_amount,
});

/** What `part` of `whole` pieces cost that cost `cost` together: rounded half up, so that the last ones take what is left. */
export function costOf(cost: number, part: number, whole: number): number {
  if (part === whole) return cost;
  // Fen times pieces may pass what a number holds exactly.
  return Number((BigInt(cost) * BigInt(part) * 2n + BigInt(whole)) / (BigInt(whole) * 2n));
}
