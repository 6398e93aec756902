import { type Kysely, sql } from 'kysely';
import { checkCharacter } from '#contract/areas/partners/credit-code.ts';
import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import type { Office } from './office.ts';
import { person } from './people.ts';

type Given = Record<string, unknown>;

/** A credit code that nobody else in this test file has. */
export function creditCode(): string {
  const first = `91330400${String(next()).padStart(9, '0')}`;
  return `${first}${checkCharacter(first)}`;
}

/** What adding a supplier sends. */
export function supplierOf<G extends Given>(given?: G) {
  const plain = {
    name: `供应商${next()}`,
    type: 1,
    level: 3,
    co_model: 1,
    credit_code: creditCode(),
    invoice_type: 1,
    tax_rate_bp: 1300,
    contact: '陈师傅',
    mobile: '13800001234',
    settle_cycle: 3,
    settle_days: 30,
  };
  return { ...plain, ...given };
}

export async function addSupplier(office: Office, given: Given = {}): Promise<number> {
  return (await office.call(callsOf(supplier).add, supplierOf(given))).id;
}

/** What adding a purchaser sends: a person and a department of his own. */
export async function purchaserOf(db: Kysely<unknown>, given: Given = {}) {
  const { id, nickname } = given.admin_id ? { id: given.admin_id as number, nickname: '采购' } : await person(db);
  return { name: nickname, department_id: await addDepartment(db), ...given, admin_id: id };
}

export async function addPurchaser(office: Office, db: Kysely<unknown>, given: Given = {}): Promise<number> {
  return (await office.call(callsOf(purchaser).add, await purchaserOf(db, given))).id;
}

/** A department, or an organisation of another type (1 company, 3 district, 4 shop). */
export async function addDepartment(db: Kysely<unknown>, type = 2): Promise<number> {
  const n = next();
  const { rows } = await sql<{ id: number }>`
    insert into organize (name, code, type) values (${`组织${n}`}, ${`P${n}`}, ${type}) returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

/** A shop of a district of its own, straight into the table. */
export async function addShop(db: Kysely<unknown>, given: Given & { warehouse_id: number }): Promise<number> {
  const n = next();
  const place = { type: 1, district_id: await addDepartment(db, 3), area_code: '310000', address: '某路' };
  return await insert(db, 'shop', { shop_no: `M${n}`, name: `门店${n}`, ...place, ...given });
}
