import { sql } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';

/** What running these shops cost from day to day, tax included, in fen: expenses that were passed, paid or not. */
export async function expensesOfShops(
  db: Tx,
  { shopIds, from, to }: { shopIds: readonly number[]; from: string; to: string },
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ shop_id: number; amount: number }>`
    select shop_id, sum(amount)::bigint as amount from expense
    where shop_id = any(${[...shopIds]}) and status in (2, 3) and happen_date between ${from}::date and ${to}::date group by shop_id`.execute(
    db,
  );
  return new Map(rows.map(({ shop_id, amount }) => [shop_id, amount]));
}
