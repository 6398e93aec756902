import { type RawBuilder, sql } from 'kysely';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { GoodsRefusal } from './goods-refusal.ts';

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
  readonly guarded: boolean;
  /** The latest posted count of this key, if any. */
  readonly countedAt: string | null;
  readonly countedById: number | null;
}

/** The refusal of a balance that holds too little for what is needed of it. */
export function shortOf(balance: Balance, { free, needed }: { free: number; needed: number }): GoodsRefusal {
  return new GoodsRefusal('stockShort', balance, (goods) => `${goods} 可用 ${free} 件，需要 ${needed} 件`, 'lines');
}

export const keyOf = (key: Key): string => `${key.location}/${key.skuId}/${key.imperfectType}`;

/**
 * Locks the balances of these keys in the one order of the house (location, SKU, grade), making those that do not
 * exist yet, and reads them. `count` is the stocktake that asks, which its own freeze does not stop.
 * Refuses with `illegalTransition` when a stocktake froze any of the goods.
 */
export async function lockBalances(
  tx: Tx,
  { keys, count }: { keys: readonly Key[]; count?: number | undefined },
): Promise<Map<string, Balance>> {
  const distinct = [...new Map(keys.map((key) => [keyOf(key), key])).values()];
  if (distinct.length === 0) return new Map();
  const asked = askedFor(distinct);
  const rows = await lockAll(tx, { asked, count });
  // New goods in a place: rare, so the usual posting does not pay for looking. Nothing is locked yet, so the order holds.
  if (rows.length < distinct.length) {
    await makeMissing(tx, asked);
    rows.push(...(await lockAll(tx, { asked, count })));
  }
  const frozen = rows.find((row) => row.frozen);
  if (frozen)
    throw new GoodsRefusal(
      'illegalTransition',
      { skuId: frozen.sku_id, skuNo: frozen.sku_no },
      (goods) => `${goods} 正在盘点，库存已冻结`,
    );
  return new Map(
    rows.map((row) => [
      keyOf(keyOfRow(row)),
      {
        ...keyOfRow(row),
        skuNo: row.sku_no,
        warehouseId: row.warehouse_id,
        onHand: row.on_hand,
        locked: row.locked,
        guarded: row.guarded,
        countedAt: row.counted_at,
        countedById: row.counted_by_id,
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
  guarded: boolean;
  counted_at: string | null;
  counted_by_id: number | null;
  sku_no: string;
  frozen: boolean;
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

/** Locks and reads all of them in the order of the house, or none when one of them is not there. */
async function lockAll(tx: Tx, { asked, count }: { asked: Asked; count: number | undefined }): Promise<Locked[]> {
  const { rows } = await sql<Locked>`
    select b.location_id, b.warehouse_id, b.sku_id, b.imperfect_type, b.on_hand, b.locked, b.guarded, b.counted_at, b.counted_by_id, s.sku_no,
      -- Asked once: most of the time nothing is frozen anywhere.
      exists (select 1 from stock_freeze) and exists (
        select 1 from stock_freeze f where f.warehouse_id = b.warehouse_id and f.stocktaking_id is distinct from ${count ?? null} and is_counted(f.stocktaking_id, s.id)
      ) as frozen
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
