import { randomBytes, randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { billLinkCalls, type LinkedBill } from '#contract/areas/settlement/bill-link-calls.ts';
import { type Call, headers as names } from '#contract/kit/call.ts';
import type { Actor } from '#server/identity/actor.ts';
import { bases } from '#server/kit/frame.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { atDock, type DockPeople, dockPeople, receiveWhole } from '#tests/factories/inbound.ts';
import { type TestServer, testServer } from '#tests/factories/server.ts';
import { bills, settlers } from '#tests/factories/settlement.ts';
import { pieces } from '#tests/factories/shelf.ts';

// A supplier's link (decision 0098): one bill, its days, its round; nothing but what the paper says; and his answer is the bill's, in its history.

let db: Kysely<unknown>;
let house: House;
let server: TestServer;
let people: Awaited<ReturnType<typeof settlers>>;
let dockers: DockPeople;
let sender: Actor;

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  server = await testServer(db, { kit: house.kit, clock: house.clock });
  people = await settlers(house);
  dockers = await dockPeople(house);
  sender = await house.person('发送人', ['checkBill:view', 'checkBill:link']);
});
afterAll(async () => {
  expect(await brokenInvariants(db)).toEqual([]);
});

const fresh = () => randomBytes(32).toString('base64url');

/** Over the wire, with no account at all. */
async function ask<In, Out>(
  call: Call<In, Out>,
  body: In,
  ip = '203.0.113.7',
): Promise<{ code: number; msg: string; result: Out }> {
  const { body: answer } = await server.call(`${bases[call.service]}${call.path}`, body, {
    headers: call.mutates ? { [names.opId]: randomUUID() } : {},
    ip,
  });
  return answer as never;
}

/** A bill of two lines of a supplier of its own, submitted: 10 pieces at 113.00 and 4 at 59.90. */
async function submitted(): Promise<{ id: number; version: number }> {
  const [one, two] = (await pieces(db, 2)).map(({ id }) => id);
  const lines = [
    { sku_id: one ?? 0, qty: 10, price: 11_300 },
    { sku_id: two ?? 0, qty: 4, price: 5990 },
  ];
  const dock = await atDock(db, { lines });
  await receiveWhole(house, { people: dockers, arrival: dock.arrival });
  const period = { period_from: '2026-03-01', period_to: '2026-03-31' };
  const { id } = await house.ask(people.maker, bills.add, { supplier_id: dock.supplier, co_model: 1, ...period });
  await house.ask(people.maker, bills.choose, { id, version: 1, all: {} });
  const { version } = await house.ask(people.maker, bills.submit, { id });
  return { id, version };
}

async function linked(days = 14): Promise<{ id: number; version: number; token: string; link: number }> {
  const bill = await submitted();
  const token = fresh();
  const { id: link } = await house.ask(sender, billLinkCalls.add, { ...bill, days, token });
  return { ...bill, token, link };
}

const gone = { code: 4004, msg: '链接已失效，请向对方索取新的链接' };
const detail = (id: number) => house.ask(people.maker, bills.detail, { id });

describe('a link is made', () => {
  it('by who may, within his data scope, for a bill that waits for its supplier, and not by who adjusted it above the limit', async () => {
    const bill = await submitted();
    const asked = { ...bill, days: 14, token: fresh() };
    await expect(
      house.ask(await house.person('旁人', ['checkBill:view']), billLinkCalls.add, asked),
    ).rejects.toMatchObject({
      kind: 'forbidden',
    });
    const limited: Actor = { ...sender, scope: [{ supplier: [999_999] }] };
    for (const call of [billLinkCalls.list, billLinkCalls.end] as const)
      await expect(house.ask(limited, call as never, { id: bill.id } as never)).rejects.toMatchObject({
        kind: 'notFound',
      });
    await expect(house.ask(limited, billLinkCalls.add, asked)).rejects.toMatchObject({ kind: 'notFound' });
    for (const [field, value] of [
      ['days', 61],
      ['token', 'short'],
    ] as const)
      await expect(house.ask(sender, billLinkCalls.add, { ...asked, [field]: value })).rejects.toMatchObject({ field });
    await expect(house.ask(sender, billLinkCalls.add, { ...asked, version: 99 })).rejects.toMatchObject({
      kind: 'versionConflict',
    });
    const [line] = (await house.ask(people.maker, bills.lines, { bill_id: [bill.id] } as never)).list;
    await house.ask(people.buyer, bills.disputeLines, {
      ...bill,
      line_ids: [line?.id ?? 0],
      dispute_reason: '单价有误',
    });
    await house.ask(people.buyer, bills.dispute, { id: bill.id });
    const { version } = await detail(bill.id);
    await expect(house.ask(sender, billLinkCalls.add, { ...asked, version })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    const adjusted = { id: bill.id, version, line_id: line?.id ?? 0, adjust_amount: -100_000, adjust_reason: '降价' };
    await house.ask(people.maker, bills.adjust, adjusted);
    await house.ask(people.maker, bills.submit, { id: bill.id });
    const now = { ...asked, version: (await detail(bill.id)).version };
    const adjuster: Actor = { ...people.maker, permissions: new Set(['checkBill:link', 'checkBill:view']) };
    await expect(house.ask(adjuster, billLinkCalls.add, now)).rejects.toMatchObject({ kind: 'illegalTransition' });
    expect((await house.ask(sender, billLinkCalls.add, now)).id).toBeGreaterThan(0);
  });

  it('and its token is kept nowhere but as a hash', async () => {
    const { token } = await linked();
    await ask(billLinkCalls.open, { token });
    const { rows } = await sql<{ found: boolean }>`
      select exists (select 1 from op where to_jsonb(op)::text like ${`%${token}%`}) or exists (
        select 1 from check_bill_link l where to_jsonb(l)::text like ${`%${token}%`}) or exists (
        select 1 from audit_log l where to_jsonb(l)::text like ${`%${token}%`}) as found`.execute(db);
    expect(rows).toEqual([{ found: false }]);
  });
});

describe('its holder', () => {
  it('sees the bill as its paper has it, and no key, cost or name of ours', async () => {
    const { token } = await linked();
    const { code, result } = await ask(billLinkCalls.show, { token });
    expect(code).toBe(200);
    expect(Object.keys(result).toSorted()).toEqual(
      (
        [
          'adjust_amount',
          'answer',
          'back_amount',
          'back_qty',
          'bill_no',
          'expires_at',
          'in_amount',
          'in_qty',
          'line_count',
          'lines',
          'period_from',
          'period_to',
          'supplier_name',
          'tax_amount',
          'total_amount',
          'version',
        ] satisfies (keyof LinkedBill)[]
      ).toSorted(),
    );
    expect(result).toMatchObject({ total_amount: 136_960, line_count: 2, answer: null });
    expect(result.lines.map(({ qty, price, amount }) => [qty, price, amount])).toEqual([
      [10, 11_300, 113_000],
      [4, 5990, 23_960],
    ]);
    expect(Object.keys(result.lines[0] ?? {}).filter((name) => /cost|warehouse|retail|profit/.test(name))).toEqual([]);
    expect((await ask(billLinkCalls.show, { token, page: 2 })).result.lines).toEqual([]);
  });

  it('is told the same of a token that never was, was ended, replaced, is over, or whose bill went on', async () => {
    expect(await ask(billLinkCalls.show, { token: fresh() })).toMatchObject(gone);
    const ended = await linked();
    expect(await house.ask(sender, billLinkCalls.end, { id: ended.id })).toEqual({ count: 1 });
    expect(await ask(billLinkCalls.show, { token: ended.token })).toMatchObject(gone);
    const replaced = await linked();
    const { id, version } = replaced;
    await house.ask(sender, billLinkCalls.add, { id, version, days: 1, token: fresh() });
    expect(await ask(billLinkCalls.show, { token: replaced.token })).toMatchObject(gone);
    const back = await linked();
    const [line] = (await house.ask(people.maker, bills.lines, { bill_id: [back.id] } as never)).list;
    const disputed = { id: back.id, version: back.version, line_ids: [line?.id ?? 0], dispute_reason: '单价有误' };
    await house.ask(people.buyer, bills.disputeLines, disputed);
    await house.ask(people.buyer, bills.dispute, { id: back.id });
    expect(await ask(billLinkCalls.show, { token: back.token })).toMatchObject(gone);
    // Asked anew it is another round: what he was sent before opens nothing.
    house.clock.advance(1000);
    await house.ask(people.maker, bills.submit, { id: back.id });
    expect(await ask(billLinkCalls.show, { token: back.token })).toMatchObject(gone);
    const over = await linked(1);
    const before = house.clock.now();
    house.clock.advance(86_400_001);
    expect(await ask(billLinkCalls.show, { token: over.token })).toMatchObject(gone);
    const answer = { token: over.token, version: over.version, agrees: true, name: '陈经理' };
    expect(await ask(billLinkCalls.answer, answer)).toMatchObject(gone);
    house.clock.set(before.toISOString());
  });

  it('runs out of tries from one address, while others go on', async () => {
    const { token } = await linked();
    const tried = [];
    for (let n = 0; n < 21; n += 1)
      tried.push((await ask(billLinkCalls.show, { token: fresh() }, '198.51.100.9')).code);
    expect(tried.slice(0, 20)).toEqual(Array(20).fill(4004));
    expect(tried[20]).toBe(4029);
    expect((await ask(billLinkCalls.show, { token }, '198.51.100.9')).code).toBe(4029);
    expect((await ask(billLinkCalls.show, { token })).code).toBe(200);
  });
});

describe('his answer', () => {
  it('is refused without a name, without a reason where he differs, for other lines, and for what he has not seen', async () => {
    const { token, version, id } = await linked();
    const said = { token, version, agrees: true, name: '陈经理' };
    expect(await ask(billLinkCalls.answer, { ...said, name: ' ' })).toMatchObject({ code: 4001, field: 'name' });
    expect(await ask(billLinkCalls.answer, { ...said, agrees: false })).toMatchObject({ code: 4001, field: 'reason' });
    expect(await ask(billLinkCalls.answer, { ...said, version: version + 1 })).toMatchObject({ code: 4009 });
    const other = await linked();
    const [line] = (await ask(billLinkCalls.show, { token: other.token })).result.lines;
    expect(
      await ask(billLinkCalls.answer, { ...said, agrees: false, reason: '数量不对', line_ids: [line?.id ?? 0] }),
    ).toMatchObject({ code: 4004 });
    expect(await detail(id)).toMatchObject({ status: 1, dispute_count: 0 });
  });

  it('that agrees confirms the bill without a paper, once, in its history, and its sender has a part in what follows', async () => {
    const { token, version, id } = await linked();
    await ask(billLinkCalls.open, { token });
    await ask(billLinkCalls.open, { token });
    const said = { token, version, agrees: true, name: '陈经理' };
    expect(await ask(billLinkCalls.answer, said)).toMatchObject({ code: 200, result: { answer: 'agreed' } });
    expect(await ask(billLinkCalls.answer, said)).toMatchObject({ code: 4010 });
    expect(await ask(billLinkCalls.show, { token })).toMatchObject({ code: 200, result: { answer: 'agreed' } });
    const bill = await detail(id);
    expect(bill).toMatchObject({ status: 3, confirm_by: '陈经理' });
    expect(bill.audit.map(({ label }) => label)).toEqual(
      expect.arrayContaining(['生成供应商链接', '供应商打开链接', '供应商链接确认']),
    );
    expect(bill.audit.filter(({ label }) => label === '供应商打开链接')).toHaveLength(1);
    const { rows } = await sql<{ status: number; n: number }>`
      select status, count(*)::int as n from settle_item where check_bill_id = ${id} group by 1`.execute(db);
    expect(rows).toEqual([{ status: 3, n: 2 }]);
    const { rows: told } = await sql<{ content: string }>`
      select n.content from notify n where n.title like ${`%${String(bill.bill_no)}%`}`.execute(db);
    expect(told).toEqual([{ content: '供应商 陈经理 通过链接确认。' }]);
    const { list } = await house.ask(sender, billLinkCalls.list, { id });
    expect(list).toMatchObject([{ live: false, opened_count: 2, created_by_name: '发送人' }]);
  });

  it('that differs marks the lines with why and gives the bill back', async () => {
    const { token, version, id } = await linked();
    const [line] = (await ask(billLinkCalls.show, { token })).result.lines;
    const said = {
      token,
      version,
      agrees: false,
      name: '陈经理',
      reason: '单价应为 110.00',
      line_ids: [line?.id ?? 0],
    };
    expect(await ask(billLinkCalls.answer, said)).toMatchObject({ code: 200, result: { answer: 'differed' } });
    expect(await detail(id)).toMatchObject({ status: 2, dispute_count: 1 });
    const { list } = await house.ask(people.maker, bills.lines, { bill_id: [id] } as never);
    expect(list.map(({ dispute_reason }) => dispute_reason)).toEqual(['单价应为 110.00', null]);
  });

  it('counts against what somebody noted for him before', async () => {
    const { token, version, id } = await linked();
    const [line] = (await ask(billLinkCalls.show, { token })).result.lines;
    const noted = { id, version, line_ids: [line?.id ?? 0], dispute_reason: '电话称有误' };
    const after = await house.ask(people.buyer, bills.disputeLines, noted);
    const said = { token, version: after.version, agrees: true, name: '陈经理' };
    expect(await ask(billLinkCalls.answer, said)).toMatchObject({ code: 200 });
    expect(await detail(id)).toMatchObject({ status: 3, dispute_count: 0 });
  });
});
