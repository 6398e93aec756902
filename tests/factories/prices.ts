import type { Kysely } from 'kysely';
import { insert } from './insert.ts';
import { addDepartment } from './partners.ts';
import { shelf } from './shelf.ts';

/** A sale price of one piece of goods everywhere, in force for an hour and without an end by default. */
export async function addPrice(
  db: Kysely<unknown>,
  given: Readonly<Record<string, unknown>> & { sku_id: number; price: number },
): Promise<number> {
  const plain = { scope_type: 1, scope_value: '0', price_type: 1, effective_at: hours(-1) };
  return await insert(db, 'sale_price', { ...plain, ...given });
}

/** The instant so many hours from now, ISO. */
export const hours = (count: number): string => new Date(Date.now() + count * 3_600_000).toISOString();

/** A shop that sells, in a district of its own by default. */
export async function addDistrictShop(
  db: Kysely<unknown>,
  district?: number,
): Promise<{ id: number; district_id: number }> {
  const district_id = district ?? (await addDepartment(db, 3));
  const { id: warehouse_id } = await shelf(db, { zones: [] });
  const no = crypto.randomUUID().slice(0, 8);
  const id = await insert(db, 'shop', {
    shop_no: no,
    name: `门店${no}`,
    type: 1,
    district_id,
    warehouse_id,
    area_code: '310000',
    address: '一号',
    status: 1,
  });
  return { id, district_id };
}
