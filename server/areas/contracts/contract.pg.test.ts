import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractBrandAuth } from '#contract/areas/contracts/contract-brand-auth.ts';
import { contractCalls } from '#contract/areas/contracts/contract-calls.ts';
import { openOrdersOfContract } from '#contract/areas/contracts/contract-events.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type Agreement, agreementKeys, authorise, contractInForce, newAgreement } from '#tests/factories/contracts.ts';
import { testStore, uploaded } from '#tests/factories/files.ts';
import { attach } from '#tests/factories/settlement.ts';

// Contracts (domain.md §4.4): what each step refuses, the whole way of one, and what the clock does.

const store = await testStore();
let db: Kysely<unknown>;
let house: House;
let maker: Actor;
let judge: Actor;
let manager: Actor;

/** Ten in the morning in Shanghai. */
const start = '2026-03-02T02:00:00.000Z';

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db, start);
  [maker, judge, manager] = [
    await house.person('采购员', agreementKeys),
    await house.person('财务经理', agreementKeys),
    await house.person('采购经理', agreementKeys),
  ];
});
afterAll(async () => {
  expect(await brokenInvariants(db)).toEqual([]);
});

const inputOf = ({ supplier_id, purchaser_id, brand_id }: Agreement) => ({
  name: '2026 年度采购合同',
  type: 1,
  supplier_id,
  co_model: 1,
  purchaser_id,
  sign_date: '2026-02-20',
  start_date: '2026-03-01',
  end_date: '2026-12-31',
  brand_ids: [brand_id],
  settle_cycle: 2,
  settle_days: 45,
  tax_rate_bp: 900,
  invoice_type: 2,
});
type Given = Readonly<Record<string, unknown>>;

const add = async (agreement: Agreement, given: Given = {}): Promise<number> =>
  (await house.ask(maker, callsOf(contract).add, { ...inputOf(agreement), ...given } as never)).id;
const take = (name: string, by: Actor, input: Record<string, unknown>) =>
  house.ask(by, transitionCall(contract, name), input);
const scan = async (id: number, kind = 'scan') =>
  await house.ask(maker, contractCalls.scanSave, {
    contract_id: id,
    files: [{ id: await uploaded(db, { store, by: maker, at: house.clock.now() }), kind }],
  });
interface Read extends Record<string, unknown> {
  status: number;
  audit: { action: string; from_status: number | null; to_status: number | null; admin_id: number }[];
  allowed: { transitions: string[]; edit: boolean; rejects?: Record<string, string> };
}
const read = (id: number, by = maker) => house.ask(by, callsOf(contract).detail, { id }) as unknown as Promise<Read>;
const statusOf = async (id: number): Promise<number> => (await read(id)).status;

async function submitted(agreement: Agreement, given: Given = {}): Promise<number> {
  const id = await add(agreement, given);
  await scan(id);
  await take('submit', maker, { id });
  return id;
}
async function passed(agreement: Agreement, given: Given = {}): Promise<number> {
  const id = await submitted(agreement, given);
  await take('audit', judge, { id, result: 1 });
  return id;
}
async function inForce(agreement: Agreement, given: Given = {}): Promise<number> {
  const id = await passed(agreement, given);
  await take('effect', manager, { id, effective_date: '2026-03-02' });
  return id;
}

describe('a contract is refused', () => {
  it.each<[string, Given, string]>([
    ['an end before its beginning', { end_date: '2026-03-01' }, 'end_date'],
    ['no brand', { brand_ids: [] }, 'brand_ids'],
    ['a share of sales of goods that are bought', { take_rate_bp: 3000 }, 'take_rate_bp'],
    ['no share of sales of a shop in the shop', { co_model: 3 }, 'take_rate_bp'],
    ['a supplement to nothing', { type: 5 }, 'parent_contract_id'],
    ['a main contract of one that supplements nothing', { parent_contract_id: 1 }, 'parent_contract_id'],
    ['a day on which it takes effect', { effective_date: '2026-03-01' }, 'effective_date'],
  ])('for %s', async (_name, given, field) => {
    await expect(add(await newAgreement(db), given)).rejects.toMatchObject({ code: 4001, field });
  });

  it('with whom nobody deals any more, and as a supplement to what is not in force, another’s or one itself', async () => {
    const agreement = await newAgreement(db);
    const other = await newAgreement(db);
    const draft = await add(agreement);
    const theirs = await contractInForce(db, other);
    const main = await contractInForce(db, agreement);
    for (const parent_contract_id of [draft, theirs])
      await expect(add(agreement, { type: 5, parent_contract_id })).rejects.toMatchObject({
        field: 'parent_contract_id',
      });
    const supplement = await inForce(agreement, { type: 5, parent_contract_id: main });
    await expect(add(agreement, { type: 5, parent_contract_id: supplement })).rejects.toMatchObject({
      field: 'parent_contract_id',
    });
    await sql`update supplier set status = 0 where id = ${other.supplier_id}`.execute(db);
    await expect(add(other)).rejects.toMatchObject({ field: 'supplier_id' });
    await sql`update purchaser set status = 0 where id = ${agreement.purchaser_id}`.execute(db);
    await expect(add(agreement)).rejects.toMatchObject({ field: 'purchaser_id' });
  });

  it('when it is submitted: without a scanned copy, when it is over, with a brand that nobody lets its supplier sell then', async () => {
    const agreement = await newAgreement(db, { authorised: false });
    const id = await add(agreement);
    await expect(take('submit', maker, { id })).rejects.toMatchObject({ field: 'files' });
    await scan(id, 'other');
    await expect(take('submit', maker, { id })).rejects.toMatchObject({ field: 'files' });
    await scan(id);
    const other = await contractInForce(db, agreement, { brand_ids: [], co_model: 2 });
    await authorise(db, { ...ofSupplier(agreement), ...over });
    await authorise(db, { ...ofSupplier(agreement), contract_id: other });
    await authorise(db, { ...ofSupplier(await newAgreement(db)), brand_id: agreement.brand_id });
    await expect(take('submit', maker, { id })).rejects.toMatchObject({ field: 'brand_ids' });
    expect((await house.ask(maker, contractCalls.brandCover, { id })).list).toMatchObject([
      { brand_id: agreement.brand_id, auth_id: null, covered: false },
    ]);
    await authorise(db, ofSupplier(agreement));
    const late = await add(agreement, { start_date: '2026-01-01', end_date: '2026-02-28' });
    await scan(late);
    await expect(take('submit', maker, { id: late })).rejects.toMatchObject({ field: 'end_date' });
    await take('submit', maker, { id });
  });

  it('by its author’s own judgement, and without a reason', async () => {
    const id = await submitted(await newAgreement(db));
    await expect(take('audit', maker, { id, result: 1 })).rejects.toMatchObject({ code: 4010 });
    expect((await read(id)).allowed.rejects).toHaveProperty('audit');
    await expect(take('audit', judge, { id, result: 2 })).rejects.toMatchObject({ field: 'remark' });
    await expect(house.ask(maker, callsOf(contract).edit, { id, version: 2, name: '改' })).rejects.toMatchObject({
      code: 4010,
    });
  });

  it('its effect: before it begins, from a day that was not agreed or is still to come', async () => {
    const early = await passed(await newAgreement(db), { start_date: '2026-03-03' });
    const id = await passed(await newAgreement(db));
    for (const [one, effective_date] of [
      [early, '2026-03-03'],
      [early, '2026-03-02'],
      [id, '2026-02-28'],
      [id, '2027-01-01'],
      [id, '2026-03-03'],
    ] as const)
      await expect(take('effect', manager, { id: one, effective_date })).rejects.toMatchObject({
        field: 'effective_date',
      });
    await take('effect', manager, { id, effective_date: '2026-03-01' });
    await take('cancel', maker, { id: early, reason: '改期' });
  });

  it('its effect beside another of the supplier and model with one of its brands; a supplement and another model pass; of two at once one wins', async () => {
    const agreement = await newAgreement(db);
    const main = await inForce(agreement);
    const second = await passed(agreement, { name: '又一份' });
    const { contract_no } = await read(main);
    await expect(take('effect', manager, { id: second, effective_date: '2026-03-02' })).rejects.toMatchObject({
      field: 'brand_ids',
      message: expect.stringContaining(String(contract_no)) as string,
    });
    const supplement = await passed(agreement, { type: 5, parent_contract_id: main });
    await take('effect', manager, { id: supplement, effective_date: '2026-03-02' });
    const consigned = await passed(agreement, { co_model: 2, type: 3 });
    await take('effect', manager, { id: consigned, effective_date: '2026-03-02' });
    const free = await newAgreement(db);
    const rivals = [await passed(free), await passed(free)];
    const both = await Promise.allSettled(
      rivals.map((id) => take('effect', manager, { id, effective_date: '2026-03-02' })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('its termination: from a day that is over or beyond its end, without a reason, while open orders wait for an answer', async () => {
    const id = await inForce(await newAgreement(db));
    const end = { id, reason: '质量不达标', terminate_date: '2026-03-10' };
    await expect(take('terminate', manager, { ...end, reason: '' })).rejects.toMatchObject({ field: 'reason' });
    for (const terminate_date of ['2026-03-01', '2027-01-01'])
      await expect(take('terminate', manager, { ...end, terminate_date })).rejects.toMatchObject({
        field: 'terminate_date',
      });
    const order = { purchase_id: 1, purchase_no: 'CG1', status: '待到货', open_qty: 5, expect_date: null };
    house.kit.registry.events.answers(openOrdersOfContract, async (_context, asked) =>
      asked.contract_id === id ? [order] : [],
    );
    expect((await house.ask(manager, contractCalls.openOrders, { id })).list).toEqual([order]);
    await expect(take('terminate', manager, end)).rejects.toMatchObject({ field: 'open_orders' });
    await expect(take('cancel', maker, { id, reason: '不要了' })).rejects.toMatchObject({ code: 4010 });
    await take('terminate', manager, { ...end, open_orders: 2 });
    const { rows } = await sql<{ payload: unknown }>`
      select payload from event_log where name = 'contractEnded' and (payload ->> 'contract_id')::bigint = ${id}`.execute(
      db,
    );
    expect(rows).toMatchObject([{ payload: { why: 'terminated', date: '2026-03-10', close_orders: true } }]);
  });
});

const over = { start_date: '2025-01-01', end_date: '2026-03-01' };
const ofSupplier = ({ supplier_id, brand_id }: Agreement) => ({ supplier_id, brand_id });

it('goes its whole way: rejected, mended, passed, in force with its terms at the supplier, terminated', async () => {
  const agreement = await newAgreement(db);
  const id = await submitted(agreement);
  await take('audit', judge, { id, result: 2, remark: '账期过长' });
  const { version } = (await read(id)) as unknown as { version: number };
  await house.ask(maker, callsOf(contract).edit, { id, version, settle_days: 40, submit: 1 } as never);
  await take('audit', judge, { id, result: 1 });
  await take('effect', manager, { id, effective_date: '2026-03-01' });
  const supplier = await sql<Record<string, unknown>>`
    select settle_cycle, settle_days, tax_rate_bp, invoice_type, version from supplier where id = ${agreement.supplier_id}`.execute(
    db,
  );
  expect(supplier.rows).toEqual([{ settle_cycle: 2, settle_days: 40, tax_rate_bp: 900, invoice_type: 2, version: 2 }]);
  await take('terminate', manager, { id, terminate_date: '2026-03-02', reason: '双方协商终止' });
  const shown = await read(id);
  expect(shown).toMatchObject({
    status: 6,
    effective_date: '2026-03-01',
    terminate_date: '2026-03-02',
    terminate_reason: '双方协商终止',
    allowed: { transitions: [], edit: false },
  });
  const steps = shown.audit.flatMap(({ action, to_status }) => (to_status === null ? [] : [[action, to_status]]));
  expect(steps).toEqual([
    ['add', 0],
    ['submit', 1],
    ['audit', 2],
    ['edit', 2],
    ['submit', 1],
    ['audit', 3],
    ['effect', 4],
    ['terminate', 6],
  ]);
});

it('can be voided until it is in force', async () => {
  const agreement = await newAgreement(db);
  for (const id of [await add(agreement), await submitted(agreement), await passed(agreement)]) {
    await take('cancel', maker, { id, reason: '改签' });
    expect(await statusOf(id)).toBe(-1);
  }
});

it('of another model than the supplier’s own leaves the supplier’s terms alone', async () => {
  const agreement = await newAgreement(db);
  await inForce(agreement, { co_model: 2, type: 3 });
  const { rows } = await sql<{ version: number }>`
    select version from supplier where id = ${agreement.supplier_id}`.execute(db);
  expect(rows).toEqual([{ version: 1 }]);
});

describe('by the clock', () => {
  it('takes effect as its first day begins in Shanghai, and is over when its last one is; not where the installation does not want it', async () => {
    house.clock.set(start);
    await house.takeDue();
    const id = await passed(await newAgreement(db), { start_date: '2026-03-03', end_date: '2026-03-05' });
    const late = await passed(await newAgreement(db), { start_date: '2026-03-03', end_date: '2026-03-05' });
    house.clock.set('2026-03-02T15:59:59.000Z');
    expect(await house.takeDue()).toBe(0);
    await sql`insert into config (key, name, value) values ('contract_auto_effect', '自动生效', '0')`.execute(db);
    house.clock.set('2026-03-02T16:00:00.000Z');
    expect(await house.takeDue()).toBe(0);
    await sql`delete from config where key = 'contract_auto_effect'`.execute(db);
    expect(await house.takeDue()).toBe(2);
    expect(await read(id)).toMatchObject({ status: 4, effective_date: '2026-03-03' });
    house.clock.set('2026-03-05T15:59:59.000Z');
    expect(await house.takeDue()).toBe(0);
    house.clock.set('2026-03-05T16:00:00.000Z');
    expect(await house.takeDue()).toBe(2);
    expect([await statusOf(id), await statusOf(late)]).toEqual([5, 5]);
    house.clock.set(start);
  });

  it('waits for the one that stands in its way to be over, and holds from then; from its approval where nothing does', async () => {
    const agreement = await newAgreement(db);
    house.clock.set('2026-03-01T16:00:00.000Z');
    const first = await inForce(agreement, { start_date: '2026-03-02', end_date: '2026-03-03' });
    const next = await passed(agreement, { start_date: '2026-02-01' });
    expect(await house.takeDue()).toBe(0);
    const late = await passed(await newAgreement(db), { start_date: '2026-02-01' });
    house.clock.set('2026-03-03T16:00:00.000Z');
    await house.takeDue();
    await house.takeDue();
    expect(await read(late)).toMatchObject({ status: 4, effective_date: '2026-03-02' });
    expect([await statusOf(first), await statusOf(next)]).toEqual([5, 4]);
    expect(await read(next)).toMatchObject({ effective_date: '2026-03-04' });
    house.clock.set(start);
  });
});

describe('an authorisation', () => {
  const calls = callsOf(contractBrandAuth);
  const save = (agreement: Agreement, given: Given = {}) =>
    house.ask(maker, calls.add, {
      ...ofSupplier(agreement),
      auth_level: 1,
      start_date: '2026-01-01',
      end_date: '2026-12-31',
      ...given,
    } as never);

  it('is refused with an end before its beginning, for another’s contract and for a brand that the contract does not name', async () => {
    const [agreement, other] = [await newAgreement(db), await newAgreement(db)];
    await expect(save(agreement, { end_date: '2025-12-31' })).rejects.toMatchObject({ field: 'end_date' });
    const theirs = await add(other);
    await expect(save(agreement, { contract_id: theirs })).rejects.toMatchObject({ field: 'contract_id' });
    const own = await add(agreement);
    await expect(save(agreement, { contract_id: own, brand_id: other.brand_id })).rejects.toMatchObject({
      field: 'brand_id',
    });
  });

  it('may end earlier than it said, and may not turn out not to have been there when its contract took effect', async () => {
    const agreement = await newAgreement(db, { authorised: false });
    const { id } = await save(agreement);
    expect(await house.ask(maker, calls.detail, { id })).toMatchObject({ is_valid: true });
    // Without its paper nobody authorised anything.
    await expect(submitted(agreement)).rejects.toMatchObject({ code: 4001, field: 'brand_ids' });
    await attach(house, { store, by: maker, definition: contractBrandAuth, id, kind: 'auth' });
    await inForce(agreement);
    await expect(
      house.ask(maker, calls.edit, { id, version: 1, start_date: '2026-03-03' } as never),
    ).rejects.toMatchObject({ code: 4001, field: 'start_date' });
    const { version } = await house.ask(maker, calls.edit, { id, version: 1, end_date: '2026-03-02' } as never);
    expect(version).toBe(2);
  });
});
