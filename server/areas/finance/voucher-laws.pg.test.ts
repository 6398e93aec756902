import { type Kysely, type RawBuilder, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { atDock, dockPeople, receiveWhole } from '#tests/factories/inbound.ts';
import { pieces } from '#tests/factories/shelf.ts';

// Somebody with the rights of the owner writes past the server, with the triggers off: each planted corruption of the books is named by its laws.

let db: Kysely<unknown>;
/** The voucher of a receipt that was reversed, its reversal, and the one of another receipt. */
const made = { reversed: 0, reversal: 0, standing: 0 };

beforeAll(async () => {
  ({ db } = await testDatabase());
  const house = openHouse(db);
  const people = await dockPeople(house);
  const [judge, second] = [
    await house.person('财务经理', ['statement:voucherView', 'statement:voucherAudit', 'statement:voucherPost']),
    await house.person('副经理', ['statement:voucherReverse']),
  ];
  for (const _receipt of [1, 2]) {
    const [{ id: sku_id } = { id: 0 }] = await pieces(db);
    const dock = await atDock(db, { lines: [{ sku_id, qty: 10, price: 1130, rate: 1300 }] });
    await receiveWhole(house, { people, arrival: dock.arrival });
  }
  const { list } = await house.ask(judge, callsOf(voucher).list, {});
  [made.standing, made.reversed] = list.map(({ id }) => id) as [number, number];
  for (const step of ['audit', 'post']) await house.ask(judge, transitionCall(voucher, step), { id: made.reversed });
  await house.ask(second, transitionCall(voucher, 'reverse'), { id: made.reversed, reason: '成本有误' });
  const { rows } = await sql<{ id: number }>`select id from voucher where reverse_of_id = ${made.reversed}`.execute(db);
  made.reversal = rows[0]?.id ?? 0;
});

const plants: readonly [corruption: string, plant: () => RawBuilder<unknown>[], laws: string[]][] = [
  [
    'an entry of a fen more',
    () => [sql`update voucher_entry set debit = debit + 1 where voucher_id = ${made.standing} and debit > 0`],
    ['i30', 'i34'],
  ],
  [
    'a head of a fen more',
    () => [sql`update voucher set debit_amount = debit_amount + 1 where id = ${made.standing}`],
    ['i30'],
  ],
  [
    'a voucher without entries',
    () => [sql`delete from voucher_entry where voucher_id = ${made.standing}`],
    ['i30', 'i34'],
  ],
  [
    'an event that two vouchers book',
    () => [
      sql`update voucher_event set event_id = (select event_id from voucher_event where voucher_id = ${made.standing}) where voucher_id = ${made.reversed}`,
      sql`update voucher set status = 3 where id = ${made.reversed}`,
    ],
    ['i31', 'i34', 'i59', 'i66'],
  ],
  [
    'a reversed voucher that nobody misses',
    () => [sql`delete from voucher_abnormal_event`, sql`delete from voucher_abnormal`],
    ['i31', 'i34'],
  ],
  [
    'a reversal on another subject',
    () => [
      sql`update voucher_entry set subject_id = (select id from account_subject where code = '1002') where voucher_id = ${made.reversal} and debit > 0`,
    ],
    ['i66'],
  ],
  [
    'a voucher that says it was reversed',
    () => [sql`update voucher set status = 4 where id = ${made.standing}`],
    ['i31', 'i34', 'i59', 'i66'],
  ],
];

it.each(plants)('%s', async (_name, plant, laws) => {
  expect(await brokenInvariants(db)).toEqual([]);
  expect(await brokenBy(db, plant())).toEqual(laws);
});
