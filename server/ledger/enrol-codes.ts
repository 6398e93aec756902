import { sql } from 'kysely';
import { arrayOf } from '#server/database/rows-of.ts';
import { type Key, keyOf, lockBalances } from './balances.ts';
import { type CodeMoves, lockOrdersOf, moveCodes } from './codes.ts';
import { GoodsRefusal } from './goods-refusal.ts';
import { locationsOf } from './locations.ts';
import type { Books } from './policies.ts';

/** Codes that come to pieces which stand in a warehouse already: of old stock, of pieces that customers brought back without their code. */
export interface Enrolment extends CodeMoves {
  readonly warehouseId: number;
  /** Moves that go before, of the same codes (bound, then in). */
  readonly first?: CodeMoves;
}

/** Gives codes to pieces without one. Refuses with `stockShort` where fewer of them stand there. */
export async function enrolCodes(books: Books, { warehouseId, first, ...codes }: Enrolment): Promise<void> {
  const { db } = books;
  if (codes.moves.length === 0) return;
  const ids = codes.moves.map(({ codeId }) => codeId);
  const grades = new Map(codes.moves.map(({ codeId, imperfectType }) => [codeId, imperfectType ?? 0]));
  await lockOrdersOf(db, [...(first?.moves ?? []), ...codes.moves]);
  const { rows } = await sql<{ id: number; sku_id: number }>`
    select id, sku_id from piece_code where id = any(${arrayOf('bigint', ids)})`.execute(db);
  const wanted = new Map<string, { key: Key; qty: number }>();
  for (const { id, sku_id } of rows) {
    const key = { location: locationsOf(warehouseId).warehouse, skuId: sku_id, imperfectType: grades.get(id) ?? 0 };
    wanted.set(keyOf(key), { key, qty: (wanted.get(keyOf(key))?.qty ?? 0) + 1 });
  }
  const balances = await lockBalances(books, { keys: [...wanted.values()].map(({ key }) => key), by: codes.source });
  for (const { key, qty } of wanted.values()) {
    const balance = balances.get(keyOf(key));
    const free = balance ? balance.onHand + balance.openNegative - balance.coded : 0;
    if (balance && free < qty)
      throw new GoodsRefusal(
        'stockShort',
        balance,
        (goods) => `${goods} 没有唯一码的现货有 ${free} 件，需要 ${qty} 件`,
        'lines',
      );
  }
  if (first) await moveCodes(db, first);
  await moveCodes(db, codes);
}
