import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transactionEntry } from '#contract/areas/finance/transaction-entry.ts';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { abnormalCalls, voucherAbnormal } from '#contract/areas/finance/voucher-abnormal.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { allots, arrived, signedAs, transferRoute } from '#tests/factories/allots.ts';
import { atDock, type DockPeople, dockPeople, inbound, receiveWhole } from '#tests/factories/inbound.ts';
import { pieces } from '#tests/factories/shelf.ts';
import { entries, subject } from '#tests/factories/vouchers.ts';

// Vouchers (domain.md §4.26, §7.2): what is refused by hand, what events make of themselves, to the fen, and what nobody can change.

let db: Kysely<unknown>;
let house: House;
let maker: Actor;
let judge: Actor;
let second: Actor;
let people: DockPeople;

const keys = [
  'voucherView',
  'voucherSave',
  'voucherAudit',
  'voucherPost',
  'voucherReverse',
  'abnormalDeal',
  'abnormalIgnore',
].map((verb) => `statement:${verb}`);

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  [maker, judge, second] = [
    await house.person('会计', keys),
    await house.person('财务经理', keys),
    await house.person('副经理', keys),
  ];
  people = await dockPeople(house);
});
afterAll(async () => {
  expect(await brokenInvariants(db)).toEqual([]);
});

const calls = callsOf(voucher);
const write = async (lines: unknown, more: object = {}, by = maker): Promise<number> =>
  (await house.ask(by, calls.add, { voucher_date: '2026-03-02', summary: '办公用品', lines, ...more } as never)).id;
const take = (name: string, by: Actor, input: Record<string, unknown>) =>
  house.ask(by, transitionCall(voucher, name), input);
const statusOf = async (id: number) => (await house.ask(judge, calls.detail, { id })).status;

/** Code, debit and credit of the entries of a document's vouchers, oldest first. */
async function booked(no: string): Promise<[string, number, number][]> {
  const { rows } = await sql<{ code: string; debit: number; credit: number }>`
    select s.code, e.debit, e.credit from voucher v join voucher_entry e on e.voucher_id = v.id join account_subject s on s.id = e.subject_id
    where v.source_no = ${no} order by e.id`.execute(db);
  return rows.map(({ code, debit, credit }) => [code, debit, credit]);
}

async function close(period: string, status = 2): Promise<void> {
  await sql`update account_period set status = ${status} where period = ${period}`.execute(db);
}

describe('a voucher by hand', () => {
  it('is refused unbalanced, on both sides, on none, on a subject that has others below, and in a closed period', async () => {
    await expect(write(await entries(db, 100, 99))).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
    const [one, other] = await entries(db, 100);
    await expect(write([{ ...one, credit: 100 }, other])).rejects.toMatchObject({ field: 'lines.0.debit' });
    await expect(write([one, { ...other, credit: 0 }])).rejects.toMatchObject({ field: 'lines.1.debit' });
    const above = await subject(db, '2202');
    await expect(write([{ ...one, subject_id: above }, other])).rejects.toMatchObject({ field: 'lines' });
    await close('2026-02');
    await expect(write(await entries(db), { voucher_date: '2026-02-27' })).rejects.toMatchObject({
      field: 'voucher_date',
    });
    await close('2026-02', 1);
  });

  it('is audited by another than its maker, and reversed by another than its auditor', async () => {
    const id = await write(await entries(db));
    await expect(take('audit', maker, { id })).rejects.toMatchObject({ kind: 'illegalTransition' });
    await take('audit', judge, { id });
    await close('2026-03');
    await expect(take('post', judge, { id })).rejects.toMatchObject({ kind: 'illegalTransition' });
    await close('2026-03', 1);
    await take('post', judge, { id });
    for (const by of [maker, judge])
      await expect(take('reverse', by, { id, reason: '记错科目' })).rejects.toMatchObject({
        kind: 'illegalTransition',
      });
    await take('reverse', second, { id, reason: '记错科目' });
    expect(await statusOf(id)).toBe(4);
    const { list } = await house.ask(judge, calls.list, {});
    const reversal = list.find((row) => row.source_no === list.find((one) => one.id === id)?.voucher_no);
    expect(reversal).toMatchObject({ status: 3, debit_amount: 12_345, credit_amount: 12_345 });
    expect(await booked(String(reversal?.source_no))).toEqual([
      ['6602', 0, 12_345],
      ['1002', 12_345, 0],
    ]);
    await expect(take('reverse', second, { id: Number(reversal?.id), reason: '记错科目' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
  });

  it('cannot be unbalanced or changed once posted by anybody who reaches the database', async () => {
    const id = await write(await entries(db));
    const tip = sql`update voucher_entry set debit = debit + 1 where voucher_id = ${id} and debit > 0`;
    await expect(tip.execute(db)).rejects.toThrow('not balanced');
    await take('audit', judge, { id });
    await take('post', judge, { id });
    await expect(tip.execute(db)).rejects.toThrow('is posted');
    for (const past of [
      sql`update voucher set voucher_date = '2026-03-03' where id = ${id}`,
      sql`update voucher set status = 1 where id = ${id}`,
      sql`delete from voucher where id = ${id}`,
    ])
      await expect(past.execute(db)).rejects.toThrow('is posted');
  });
});

describe('an event', () => {
  const received = async (coModel = 1) => {
    const [{ id: sku_id } = { id: 0 }] = await pieces(db);
    const dock = await atDock(db, { lines: [{ sku_id, qty: 10, price: 1130, rate: 1300 }], coModel });
    const id = await receiveWhole(house, { people, arrival: dock.arrival });
    const { batch_no } = await house.ask(people.judge, inbound.calls.detail, { id });
    return { id, no: String(batch_no) };
  };

  const voucherOf = async (no: string) => (await house.ask(judge, calls.list, { source_no: no })).list[0]?.id ?? 0;

  it('of bought goods that come in books what they cost untaxed, and their way back books it back', async () => {
    // 10 pieces at 11.30 with 13 % in them: 113.00, of which 100.00 are goods.
    const { id, no } = await received();
    const came = [
      ['1405', 10_000, 0],
      ['2202.02', 0, 10_000],
    ];
    expect(await booked(no)).toEqual(came);
    await house.ask(people.second, inbound.cancel, { id, reason: '送错货' });
    expect(await booked(no)).toEqual([...came, ['2202.02', 10_000, 0], ['1405', 0, 10_000]]);
  });

  it('whose voucher was reversed waits for another one, and is booked again once', async () => {
    const { no } = await received();
    await expect(take('delete', maker, { id: await voucherOf(no), reason: '不再需要' })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    for (const step of ['audit', 'post']) await take(step, judge, { id: await voucherOf(no) });
    await take('reverse', second, { id: await voucherOf(no), reason: '成本有误' });
    const [again] = (await house.ask(judge, callsOf(voucherAbnormal).list, { source_no: no })).list;
    expect(again).toMatchObject({ status: 1, error_type: 6 });
    await house.ask(judge, abnormalCalls.retry, { ids: [again?.id ?? 0] });
    await expect(house.ask(judge, abnormalCalls.retry, { ids: [again?.id ?? 0] })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    const { list } = await house.ask(judge, calls.list, { source_no: no });
    expect(list.map(({ status }) => status)).toEqual([1, 4]);
  });

  it('of goods that stay their supplier’s books nothing', async () => {
    expect(await booked((await received(2)).no)).toEqual([]);
  });

  it('of an allot books goods into transit and out of it', async () => {
    const of = await transferRoute(house);
    await of.bring(10, 1000);
    const { id, lines } = await arrived(house, of, [4]);
    const { allot_no } = await house.ask(of.judge, allots.detail, { id });
    const sent = [
      ['1408', 4000, 0],
      ['1405', 0, 4000],
    ];
    expect(await booked(String(allot_no))).toEqual(sent);
    await house.ask(of.into, allots.sign, { id, lines: signedAs(lines, [4]) } as never);
    expect(await booked(String(allot_no))).toEqual([...sent, ['1405', 4000, 0], ['1408', 0, 4000]]);
  });

  it('in a closed period goes to the first open day', async () => {
    await close('2026-03');
    const { no } = await received();
    await close('2026-03', 1);
    const { list } = await house.ask(judge, callsOf(transactionEntry).list, { source_no: no });
    expect(new Set(list.map(({ voucher_date }) => voucher_date))).toEqual(new Set(['2026-04-01']));
  });

  it('that no rule books stays as it is, and is booked once there is one, or left out by somebody else', async () => {
    const off = (status: number) =>
      sql`update account_subject set status = ${status} where code = '2202.02'`.execute(db);
    await off(0);
    const [one, other] = [await received(), await received()];
    const { list } = await house.ask(judge, callsOf(voucherAbnormal).list, { status: [1] });
    const idOf = (no: string) => list.find((row) => row.source_no === no)?.id ?? 0;
    expect(await booked(one.no)).toEqual([]);
    const failed = await house.ask(judge, abnormalCalls.retry, { ids: [idOf(one.no)] });
    expect(failed).toMatchObject({ ok_count: 0, errors: [{ id: idOf(one.no) }] });
    await off(1);
    expect(await house.ask(judge, abnormalCalls.retry, { ids: [idOf(one.no)] })).toEqual({ ok_count: 1, errors: [] });
    expect(await booked(one.no)).toHaveLength(2);
    await expect(house.ask(judge, abnormalCalls.retry, { ids: [idOf(one.no)] })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(judge, abnormalCalls.ignore, { ids: [idOf(other.no)], reason: '期初已入账' });
    expect(await booked(other.no)).toEqual([]);
  });
});
