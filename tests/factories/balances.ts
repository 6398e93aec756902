import type { Kysely } from 'kysely';
import { locationsOf } from '#server/ledger/locations.ts';
import { insert } from './insert.ts';
import { person } from './people.ts';

/** Where goods stand: a warehouse, a piece of goods, a grade (0 by default). */
interface Spot {
  warehouse: number;
  sku: number;
  grade?: number;
}

/** What stands on a shelf and what is on its way to it, straight into the balances: no posting leads there. */
export async function addBalance(
  db: Kysely<unknown>,
  { warehouse, sku, grade = 0, ...stands }: Spot & { on_hand: number; locked?: number; moving?: number },
): Promise<void> {
  const { moving = 0, on_hand, locked = 0 } = stands;
  const at = locationsOf(warehouse);
  const goods = { sku_id: sku, imperfect_type: grade, guarded: true };
  await insert(db, 'stock_balance', { location_id: at.warehouse, warehouse_id: warehouse, on_hand, locked, ...goods });
  if (moving > 0) await insert(db, 'stock_balance', { location_id: at.transit, on_hand: moving, ...goods });
}

/** A promise of pieces of a shelf; their sum must be what the balance says is locked. Its id. */
export async function addLock(
  db: Kysely<unknown>,
  {
    warehouse,
    sku,
    grade = 0,
    ...lock
  }: Spot & { lock_type: number; qty: number; qty_released?: number; doc_type?: string },
): Promise<number> {
  const { id: admin_id } = await person(db);
  const source = { doc_type: 'test', doc_id: 1, doc_no: 'T1', admin_id };
  const goods = { location_id: locationsOf(warehouse).warehouse, sku_id: sku, imperfect_type: grade };
  return await insert(db, 'stock_lock', { ...goods, ...source, ...lock });
}
