import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type Agreement, authorise, contractInForce, newAgreement } from '#tests/factories/contracts.ts';
import { keepValidity } from './auth-validity.ts';
import { remindOfEnds } from './reminders.ts';

// Who buys is told 30 and 7 days before a contract, or what it stands on, ends; once for each.

let db: Kysely<unknown>;
let house: House;
const log = createLog({ level: 'silent' });

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
});

const look = async (day: string): Promise<number> => {
  house.clock.set(`${day}T02:00:00.000Z`);
  return await remindOfEnds({ registry: house.kit.registry }, { db, clock: house.clock, log });
};

async function toldTo({ admin_id }: Agreement): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select n.title from notify_read r join notify n on n.id = r.msg_id where r.admin_id = ${admin_id} order by r.id`.execute(
    db,
  );
  return rows.map(({ title }) => title);
}

it('a contract is told of at 30 days and at 7, not before, not twice, and by two processes that look at once only once', async () => {
  const agreement = await newAgreement(db);
  await contractInForce(db, agreement, { end_date: '2026-06-30' });
  expect(await look('2026-05-30')).toBe(0);
  const both = await Promise.all([look('2026-05-31'), look('2026-05-31')]);
  expect(both.toSorted((one, other) => one - other)).toEqual([0, 1]);
  expect(await look('2026-06-22')).toBe(0);
  expect(await look('2026-06-23')).toBe(1);
  expect(await look('2026-06-30')).toBe(0);
  expect(await look('2026-07-01')).toBe(0);
  expect(await toldTo(agreement)).toEqual(['合同还有 30 天到期', '合同还有 7 天到期']);
});

it('who was late is told the nearer one alone; another end is told of anew', async () => {
  const agreement = await newAgreement(db);
  const id = await contractInForce(db, agreement, { end_date: '2026-08-31' });
  expect(await look('2026-08-28')).toBe(1);
  await sql`update contract set end_date = '2026-09-20' where id = ${id}`.execute(db);
  expect(await look('2026-08-29')).toBe(1);
  expect(await toldTo(agreement)).toEqual(['合同还有 3 天到期', '合同还有 22 天到期']);
});

it('an authorisation is told of where a contract in force goes on after it and no other goes on', async () => {
  const [told, covered, idle] = [
    await newAgreement(db, { authorised: false }),
    await newAgreement(db),
    await newAgreement(db, { authorised: false }),
  ];
  for (const { supplier_id, brand_id } of [told, covered, idle])
    await authorise(db, { supplier_id, brand_id, end_date: '2026-10-15' });
  await contractInForce(db, told);
  await contractInForce(db, covered);
  expect(await look('2026-10-10')).toBe(1);
  expect(await toldTo(told)).toEqual(['品牌授权还有 5 天到期']);
  expect(await toldTo(covered)).toEqual([]);
});

it('what lists say of authorisations follows the day', async () => {
  const { supplier_id, brand_id } = await newAgreement(db, { authorised: false });
  const id = await authorise(db, { supplier_id, brand_id, end_date: '2026-11-01', is_valid: true });
  const valid = async (): Promise<boolean | undefined> =>
    (await sql<{ is_valid: boolean }>`select is_valid from contract_brand_auth where id = ${id}`.execute(db)).rows[0]
      ?.is_valid;
  await keepValidity(db, new Date('2026-11-01T15:59:59.000Z'));
  expect(await valid()).toBe(true);
  expect(await keepValidity(db, new Date('2026-11-01T16:00:00.000Z'))).toBeGreaterThan(0);
  expect(await valid()).toBe(false);
});
