import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { lossDispose } from '#contract/areas/finance/loss-calls.ts';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { periodCalls } from '#contract/areas/reports/account-period.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { bookedFor } from '#tests/factories/costs.ts';
import { everybody, type Supplied, supplied } from '#tests/factories/returns.ts';
import { adjust, stockPeople } from '#tests/factories/stock.ts';

// What stands on 1901 keeps its month open until it is disposed of by one person and passed by another (amendments C, G8).

let house: House;
let people: Record<'maker' | 'judge' | 'limited' | 'closer', Actor>;
let stock: Awaited<ReturnType<typeof stockPeople>>;
let goods: Supplied;

const period = '2026-03';
const keys = ['statement:voucherView', 'statement:voucherSave', 'statement:voucherAudit', 'statement:voucherPost'];
const step = (name: string) => transitionCall(voucher, name);

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = {
    maker: await house.person('会计', keys),
    judge: await house.person('财务经理', keys),
    limited: await house.person('限定', keys, [{ warehouse: [1] }]),
    closer: await house.person('月结', ['StockBalance:monthClose', 'StockBalance:periodView']),
  };
  stock = await stockPeople(house);
  goods = await supplied(house, await everybody(house), [[20, 1000]]);
});

// Three pieces too few and one too many, at 10.00 each.
beforeEach(async () => {
  for (const [type, qty] of [
    [adjustType.loss, 3],
    [adjustType.gain, 1],
  ] as const)
    await adjust(house, { people: stock, warehouse: goods.warehouse, type, lines: [{ sku_id: goods.sku, qty }] });
});

const check = async () =>
  (await house.ask(people.closer, periodCalls.monthClose, { period, check_only: 1 })).checks.find(
    ({ check: name }) => name === 'losses',
  );
const dispose = (by: Actor, more: object = {}) =>
  house.ask(by, lossDispose, { period, subject: '6711', reason: '盘亏核销', ...more });

it('is refused of another subject, a closed or unknown month, within a data scope, and without the key', async () => {
  await expect(dispose(people.maker, { subject: '1405' })).rejects.toMatchObject({ field: 'subject' });
  await expect(dispose(people.maker, { reason: ' ' })).rejects.toMatchObject({ field: 'reason' });
  await expect(dispose(people.maker, { period: '1999-01' })).rejects.toMatchObject({ kind: 'notFound' });
  await expect(dispose(people.maker, { period: '2026-02' })).rejects.toMatchObject({ kind: 'illegalTransition' });
  await expect(dispose(people.limited)).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(dispose(people.closer)).rejects.toMatchObject({ kind: 'forbidden' });
  await sql`update account_period set status = 2 where period = ${period}`.execute(house.db);
  await expect(dispose(people.maker)).rejects.toMatchObject({ kind: 'illegalTransition', field: 'period' });
  await sql`update account_period set status = 1 where period = ${period}`.execute(house.db);
});

it('keeps the month open until another person has passed the voucher, which clears each place', async () => {
  const { rows } = await sql<{ amount: number }>`
    select sum(e.debit - e.credit)::bigint as amount from voucher_entry e join account_subject s on s.id = e.subject_id where s.code = '1901'`.execute(
    house.db,
  );
  const standing = rows[0]?.amount ?? 0;
  expect(standing).toBeGreaterThan(0);
  expect(await check()).toMatchObject({
    ok: false,
    count: 1,
    url: expect.stringMatching(/^\/finance\/transactionEntry\?subject_id=\[\d+\]$/),
  });
  const { id, voucher_no: no } = await dispose(people.maker);
  const { rows: entries } = await sql<{ code: string; debit: number; credit: number; warehouse_id: number }>`
    select s.code, e.debit, e.credit, e.warehouse_id from voucher_entry e join account_subject s on s.id = e.subject_id where e.voucher_id = ${id} order by e.id`.execute(
    house.db,
  );
  expect(entries).toEqual([
    { code: '6711', debit: standing, credit: 0, warehouse_id: goods.warehouse },
    { code: '1901', debit: 0, credit: standing, warehouse_id: goods.warehouse },
  ]);
  // Written and not judged, it clears nothing, and nobody writes a second one meanwhile.
  expect(await check()).toMatchObject({ ok: false });
  await expect(dispose(people.judge)).rejects.toMatchObject({ message: expect.stringContaining(no) as unknown });
  await expect(house.ask(people.maker, step('audit'), { id })).rejects.toMatchObject({ kind: 'illegalTransition' });
  await house.ask(people.judge, step('audit'), { id });
  expect(await check()).toMatchObject({ ok: true, count: 0 });
  await expect(dispose(people.maker)).rejects.toMatchObject({ kind: 'illegalTransition' });
  expect((await bookedFor(house.db, no)).length).toBe(0);
  expect(await brokenInvariants(house.db)).toEqual([]);
});

it('two who dispose at once make one voucher', async () => {
  const made = await Promise.allSettled([dispose(people.maker), dispose(people.judge), dispose(people.maker)]);
  expect(made.filter(({ status }) => status === 'fulfilled').length).toBe(1);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from voucher where status = 1 and summary like '结转%'`.execute(house.db);
  expect(Number(rows[0]?.count)).toBe(1);
});
