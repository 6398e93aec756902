import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { payment } from '#contract/areas/settlement/payment.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { type ChainWorld, chainWorld } from '#tests/factories/chain-of-books.ts';
import { testStore } from '#tests/factories/files.ts';
import { attach, payments } from '#tests/factories/settlement.ts';

// Money leaves once, however people meet, and is taken back by somebody who had no part in it.

let house: House;
let world: ChainWorld;
let partner: ChainWorld['partners'][number];
let owed: { id: number; unpaid: number };
let attachSlip: (by: Actor, id: number) => Promise<void>;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  world = await chainWorld(house);
  const store = await testStore();
  attachSlip = async (by, id) => await attach(house, { store, by, definition: payment, id, kind: 'slip' });
  const [first] = world.partners;
  if (!first) throw new Error('no partner');
  partner = first;
  await world.steps['buy']?.(partner, () => 1);
  await world.steps['settle']?.(partner, () => 1);
  const { rows } = await sql<{ id: number; unpaid: number }>`
    select id, unpaid_amount as unpaid from statement where supplier_id = ${partner.supplier}`.execute(house.db);
  owed = rows[0] ?? { id: 0, unpaid: 0 };
});

const body = (more: object = {}) =>
  ({
    supplier_id: partner.supplier,
    account_id: partner.account,
    payment_type: 1,
    direction: 1,
    lines: [{ statement_id: owed.id, amount: owed.unpaid }],
    ...more,
  }) as never;

const rounds = runsOf(120);
it(`two who pay one statement at once: one of them does, ${rounds} times`, {
  timeout: rounds * 2000 + 60_000,
}, async () => {
  const { maker, head, cashier } = world.people;
  for (let round = 0; round < rounds; round += 1) {
    const made = await Promise.allSettled([maker, head].map((by) => house.ask(by, payments.add, body())));
    const passed = made.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []));
    expect([round, passed.length]).toEqual([round, 1]);
    await house.ask(cashier, payments.cancel, { id: passed[0] ?? 0, reason: '重新付款' });
  }
});

it('and one payment that two confirm at once is paid once', async () => {
  const { maker, manager, head, cashier, buyer } = world.people;
  const { id } = await house.ask(maker, payments.add, body());
  await house.ask(maker, payments.submit, { id });
  await house.ask(manager, payments.department, { id, result: 1 });
  await house.ask(head, payments.finance, { id, result: 1 });
  await attachSlip(cashier, id);
  const said = (serial: string) => ({
    id,
    pay_account: '基本户',
    pay_date: '2026-03-02',
    pay_amount: owed.unpaid,
    bank_serial_no: serial,
  });
  const paid = await Promise.allSettled([
    house.ask(cashier, payments.confirm, said('R1')),
    house.ask(buyer, payments.confirm, said('R2')),
  ]);
  expect(paid.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const { rows } = await sql<{ rows: number; amount: number }>`
    select count(*)::int as rows, sum(amount)::bigint as amount from money_ledger where doc_type = 'payment' and doc_id = ${id}`.execute(
    house.db,
  );
  expect(rows).toEqual([{ rows: 1, amount: -owed.unpaid }]);
  // The bank sends it back: whoever paid it does not take it back either.
  const payer = paid[0]?.status === 'fulfilled' ? cashier : buyer;
  const back = { id, reverse_reason: 1, remark: '户名不符' } as never;
  for (const barred of [payer, maker, manager, head])
    await expect(house.ask(barred, payments.reverse, back)).rejects.toMatchObject({ kind: 'illegalTransition' });
  await house.ask(payer === cashier ? buyer : cashier, payments.reverse, back);
  expect(await brokenInvariants(house.db)).toEqual([]);
});
