import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { limits } from '#contract/kit/limits.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, stockPeople } from '#tests/factories/stock.ts';
import { forgetOperations } from './operations.ts';

const { db } = await testDatabase();
const house = openHouse(db);
let posting: string;

beforeAll(async () => {
  const { maker, judge } = await stockPeople(house);
  const { id } = await house.ask(maker, adjustment.calls.add, {
    warehouse_id: (await shelf(db)).id,
    adjust_type: adjustType.gain,
    reason: '多出一件',
    lines: [{ sku_id: (await pieces(db))[0]?.id, qty: 1 }] as never,
  });
  await house.ask(maker, adjustment.submit, { id });
  const { version } = await house.ask(judge, adjustment.calls.detail, { id });
  posting = crypto.randomUUID();
  await house.ask(judge, adjustment.audit, { id, version, result: 1 }, { opId: posting });
});

const aged = async (days: number): Promise<void> => {
  await sql`update op set at = now() - make_interval(days => ${days}) where op_id = ${posting}::uuid`.execute(db);
  // The ledger is never written twice, except by a test that cannot wait.
  await sql`alter table stock_ledger disable trigger all`.execute(db);
  await sql`update stock_ledger set posted_at = now() - make_interval(days => ${days})`.execute(db);
  await sql`alter table stock_ledger enable trigger all`.execute(db);
};
const isKnown = async (): Promise<boolean> =>
  (await sql`select 1 from op where op_id = ${posting}::uuid`.execute(db)).rows.length > 0;

it('an operation is forgotten after its days and not before, and the books do not miss it', async () => {
  await aged(limits.opDays - 1);
  await forgetOperations(db, limits.opDays);
  expect(await isKnown()).toBe(true);
  await aged(limits.opDays + 1);
  await forgetOperations(db, limits.opDays);
  expect(await isKnown()).toBe(false);
  expect(await brokenInvariants(db)).toEqual([]);
});

it('a posting of these days without its operation is a fault of the books', async () => {
  await aged(limits.opDays - 2);
  expect(await brokenInvariants(db)).toMatchObject([{ name: 'k35-effect-has-its-operation', rows: { length: 1 } }]);
});
