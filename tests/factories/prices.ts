import type { Kysely } from 'kysely';
import { insert } from './insert.ts';

/** A sale price of one piece of goods everywhere, in force for an hour and without an end unless told. */
export async function addPrice(
  db: Kysely<unknown>,
  given: Readonly<Record<string, unknown>> & { sku_id: number; price: number },
): Promise<number> {
  const plain = { scope_type: 1, scope_value: '0', price_type: 1, effective_at: hours(-1) };
  return await insert(db, 'sale_price', { ...plain, ...given });
}

/** The instant so many hours from now, ISO. */
export const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();
