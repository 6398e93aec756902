import { type RawBuilder, sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { GoodsRefusal } from './goods-refusal.ts';
import type { Settlement } from './late-legs.ts';
import type { Books, LateRows, StockPolicies } from './policies.ts';
import { frozenBy, readSettled, settledList } from './policy-columns.ts';
import type { Source } from './posting.ts';

/** What a balance is kept of (amendments A and B): grades are part of the key. */
export interface Key {
  readonly location: number;
  readonly skuId: number;
  readonly imperfectType: number;
}

/** A balance as it stands under its lock. */
export interface Balance extends Key {
  readonly skuNo: string;
  /** Set for a warehouse's own stock. */
  readonly warehouseId: number | null;
  readonly onHand: number;
  readonly locked: number;
  /** How many of the pieces have a unique code: they leave by it alone. */
  readonly coded: number;
  readonly guarded: boolean;
  /** Pieces that left and were not there: its batches hold `onHand + openNegative`. */
  readonly openNegative: number;
  /** The order in which its batches leave (out_order of domain.md §2), where a rule says one. */
  readonly outOrder: number | null;
  /** What policies for late rows have settled of it. */
  readonly settled: ReadonlyMap<LateRows, Settlement>;
}

/** The refusal of a balance that holds too little for what is needed of it. */
export function shortOf(balance: Balance, { free, needed }: { free: number; needed: number }): GoodsRefusal {
  return new GoodsRefusal('stockShort', balance, (goods) => `${goods} 可用 ${free} 件，需要 ${needed} 件`, 'lines');
}

export const keyOf = (key: Key): string => `${key.location}/${key.skuId}/${key.imperfectType}`;

/**
 * Locks the balances of these keys in the one order of the house (location, SKU, grade), making those that do not
 * exist yet, and reads them. `by` is the document that asks, which its own freeze does not stop.
 * Refuses with `illegalTransition` when any of the goods are frozen, unless what asks has happened already (`passes`, amendments G12).
 */
export async function lockBalances(
  { db, policies }: Books,
  { keys, by, passes = false }: { keys: readonly Key[]; by?: Source | undefined; passes?: boolean },
): Promise<Map<string, Balance>> {
  const distinct = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  if (distinct.length === 0) return new Map();
  const asked = askedFor(distinct);
  const asking = { asked, by, policies };
  const rows = await lockAll(db, asking);
  // New goods in a place: rare, so the usual posting does not pay for looking. Nothing is locked yet, so the order holds.
  if (rows.length < distinct.length) {
    await makeMissing(db, asked);
    rows.push(...(await lockAll(db, asking)));
  }
  if (!passes) refuseFrozen(rows, policies);
  return new Map(
    rows.map((row) => [
      keyOf(keyOfRow(row)),
      {
        ...keyOfRow(row),
        skuNo: row.sku_no,
        warehouseId: row.warehouse_id,
        onHand: row.on_hand,
        locked: row.locked,
        coded: row.coded,
        guarded: row.guarded,
        openNegative: row.open_negative,
        outOrder: row.out_order,
        settled: readSettled(policies, row),
      },
    ]),
  );
}

interface Locked {
  location_id: number;
  warehouse_id: number | null;
  sku_id: number;
  imperfect_type: number;
  on_hand: number;
  locked: number;
  coded: number;
  guarded: boolean;
  open_negative: number;
  out_order: number | null;
  sku_no: string;
  /** Place of the policy that freezes it. */
  frozen: number | null;
  /** Columns of policies for late rows. */
  [settled: string]: unknown;
}

function refuseFrozen(rows: readonly Locked[], { freezes }: StockPolicies): void {
  for (const row of rows) {
    const freeze = row.frozen === null ? undefined : freezes[row.frozen];
    if (freeze)
      throw new GoodsRefusal('illegalTransition', { skuId: row.sku_id, skuNo: row.sku_no }, (goods) =>
        freeze.words(goods),
      );
  }
}

function keyOfRow(row: Locked): Key {
  return { location: row.location_id, skuId: row.sku_id, imperfectType: row.imperfect_type };
}

type Asked = RawBuilder<unknown>;

function askedFor(keys: readonly Key[]): Asked {
  return rowsOf('k', {
    location_id: ['bigint', keys.map((key) => key.location)],
    sku_id: ['bigint', keys.map((key) => key.skuId)],
    imperfect_type: ['smallint', keys.map((key) => key.imperfectType)],
  });
}

interface Locking {
  readonly asked: Asked;
  readonly by: Source | undefined;
  readonly policies: StockPolicies;
}

/** Locks and reads all of them in the order of the house, or none when one of them is not there. */
async function lockAll(tx: Tx, { asked, by, policies }: Locking): Promise<Locked[]> {
  const { rows } = await sql<Locked>`
    select b.location_id, b.warehouse_id, b.sku_id, b.imperfect_type, b.on_hand, b.locked, b.coded, b.guarded, b.open_negative, ${policies.outOrder} as out_order, ${settledList(policies)}s.sku_no, ${frozenBy(policies, by)} as frozen
    from stock_balance b join sku s on s.id = b.sku_id
    join ${asked} on k.location_id = b.location_id and k.sku_id = b.sku_id and k.imperfect_type = b.imperfect_type
    where not exists (select 1 from ${asked} where ${isMissing})
    order by b.location_id, b.sku_id, b.imperfect_type for update of b`.execute(tx);
  return rows;
}

async function makeMissing(tx: Tx, asked: Asked): Promise<void> {
  await sql`
    insert into stock_balance (location_id, warehouse_id, sku_id, imperfect_type, guarded)
    select k.location_id, case when l.kind = 'warehouse' then l.warehouse_id end, k.sku_id, k.imperfect_type, l.kind in ('warehouse', 'transit')
    from ${asked} join location l on l.id = k.location_id where ${isMissing}
    order by 1, 3, 4 on conflict do nothing`.execute(tx);
}

const isMissing = sql<boolean>`not exists (select 1 from stock_balance m where m.location_id = k.location_id and m.sku_id = k.sku_id and m.imperfect_type = k.imperfect_type)`;
