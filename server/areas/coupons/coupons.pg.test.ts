// Long: kinds, sends and orders stand on one another, and each test begins with an approved coupon that was sent.
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { coupon } from '#contract/areas/coupons/coupon.ts';
import { couponCalls } from '#contract/areas/coupons/coupon-calls.ts';
import { userCouponStatus as is, sendOutcome, sendState } from '#contract/areas/coupons/coupon-enums.ts';
import { couponSend } from '#contract/areas/coupons/coupon-send.ts';
import { couponNote, couponSendLine, userCoupon } from '#contract/areas/coupons/user-coupon.ts';
import { orderCancelled, orderPaid, orderPlaced, orderRefunded } from '#contract/areas/orders/order-events.ts';
import { cancelTask } from '#contract/areas/tasks/calls.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { EventKind } from '#contract/kit/event.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { type Actor, systemActor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { createLog } from '#server/platform/log.ts';
import { sends } from '#server/works.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { bulkHouse } from '#tests/factories/bulk.ts';
import { addMember } from '#tests/factories/members.ts';
import { anyone } from '#tests/factories/office.ts';
import { addOrder } from '#tests/factories/orders.ts';
import { person } from '#tests/factories/people.ts';
import { shelf } from '#tests/factories/shelf.ts';
import { sendPiece } from './send-piece.ts';
import { expireCoupons, settleSends } from './settle-sends.ts';

// Coupons (domain.md §3.7, §4.20): what is refused, who gets how many when many are sent at once, what orders do to them.

const database = await testDatabase();
const { db } = database;
const house = await bulkHouse(database);
const at = {
  ...callsOf(coupon),
  submit: transitionCall(coupon, 'submit'),
  department: transitionCall(coupon, 'departmentAudit'),
  finance: transitionCall(coupon, 'financeAudit'),
  cancel: transitionCall(coupon, 'cancel'),
};
const send = {
  ...callsOf(couponSend),
  submit: transitionCall(couponSend, 'submit'),
  department: transitionCall(couponSend, 'departmentAudit'),
  finance: transitionCall(couponSend, 'financeAudit'),
  execute: transitionCall(couponSend, 'execute'),
  cancel: transitionCall(couponSend, 'cancel'),
};
const log = createLog({ level: 'silent' });
let clerk: Actor;
let leader: Actor;
let finance: Actor;
let users: number[];

beforeAll(async () => {
  const keys = (...verbs: string[]) => verbs.map((verb) => `coupon:${verb}`);
  clerk = await person(db, {
    keys: [
      ...keys('view', 'add', 'edit', 'submit', 'cancel', 'sendView', 'sendAdd', 'sendExecute', 'sendCancel'),
      'task:add',
    ],
  });
  leader = await person(db, { keys: keys('view', 'departmentAudit', 'sendView', 'sendDepartmentAudit') });
  finance = await person(db, { keys: keys('view', 'financeAudit', 'sendView', 'sendFinanceAudit') });
});
beforeEach(async () => {
  // The tasks' worker goes by the real time.
  house.clock.set(new Date());
  users = [await addMember(db), await addMember(db), await addMember(db)];
});
afterEach(async () => {
  await house.rest();
});
afterAll(async () => {
  expect((await brokenInvariants(db)).filter(({ name }) => /^(i48|k16)/.test(name))).toEqual([]);
});

const written = (more: object = {}) => ({
  name: '满200减30',
  coupon_type: 1,
  threshold_amount: 20000,
  discount_amount: 3000,
  valid_type: 2,
  valid_days: 7,
  total_qty: 10,
  per_user_limit: 2,
  bear_side: 1,
  ...more,
});
const dated = (days: number) => ({
  valid_type: 1,
  valid_days: undefined,
  valid_from: new Date(house.clock.now().getTime() - 86_400_000).toISOString(),
  valid_to: new Date(house.clock.now().getTime() + days * 86_400_000).toISOString(),
});
const add = async (more: object = {}) => (await house.ask(clerk, at.add, written(more) as never)).id;
async function ready(more: object = {}): Promise<number> {
  const id = await add(more);
  await house.ask(clerk, at.submit, { id });
  await house.ask(leader, at.department, { id, result: 1 });
  await house.ask(finance, at.finance, { id, result: 1 });
  return id;
}
const kind = async (id: number) => await house.ask(anyone(), at.detail, { id });
const drafted = async (coupon_id: number, more: object = {}) =>
  (await house.ask(clerk, send.add, { coupon_id, target_type: 2, user_ids: users, qty_per_user: 1, ...more } as never))
    .id;
async function approved(coupon_id: number, more: object = {}): Promise<number> {
  const id = await drafted(coupon_id, more);
  await house.ask(clerk, send.submit, { id });
  await house.ask(leader, send.department, { id, result: 1 });
  await house.ask(finance, send.finance, { id, result: 1 });
  return id;
}
const sendNow = async (id: number) => await house.ask(anyone(), send.detail, { id });
const linesOf = async (id: number) =>
  (await house.ask(anyone(), callsOf(couponSendLine).list, { send_id: [id], page_size: 200 })).list;
const heldBy = async (user: number) =>
  (await house.ask(anyone(), callsOf(userCoupon).list, { user_id: [user], page_size: 200 })).list;

async function over(id: number) {
  await house.work([sends]);
  for (let tries = 0; tries < 1000; tries += 1) {
    const found = await sendNow(id);
    if (found.status === sendState.done || found.status === sendState.partly) return found;
    await sleep(20);
  }
  throw new Error(`send ${id} does not end`);
}
async function sent(coupon_id: number, more: object = {}) {
  const id = await approved(coupon_id, more);
  await house.ask(clerk, send.execute, { id });
  const done = await over(id);
  house.clock.set(new Date());
  return done;
}

describe('a coupon is refused', () => {
  it.each<[string, object, string]>([
    ['whose cut is what has to be bought', { discount_amount: 20000 }, 'discount_amount'],
    ['with a discount of another sort', { discount_x10: 80 }, 'discount_x10'],
    ['of a discount of ten tenths', { coupon_type: 2, discount_amount: undefined, discount_x10: 100 }, 'discount_x10'],
    ['of a discount that says none', { coupon_type: 2, discount_amount: undefined }, 'discount_x10'],
    ['of which there are none', { total_qty: 0 }, 'total_qty'],
    ['of which one may have more than there are', { per_user_limit: 11 }, 'per_user_limit'],
    ['without the days it holds', { valid_days: undefined }, 'valid_days'],
    [
      'that ends before it begins',
      { valid_type: 1, valid_days: undefined, valid_from: '2026-05-02T00:00:00Z', valid_to: '2026-05-01T00:00:00Z' },
      'valid_to',
    ],
    ['that a supplier shares without saying how much', { bear_side: 3 }, 'supplier_rate_bp'],
    ['by whoever writes what was sent', { sent_qty: 1 }, 'sent_qty'],
  ])('%s', async (_what, more, field) => {
    await expect(add(more)).rejects.toMatchObject({ kind: 'invalid', field });
  });

  it('by its author as auditor, and when it is over', async () => {
    const id = await add();
    await house.ask(clerk, at.submit, { id });
    const both = { ...clerk, permissions: leader.permissions };
    await expect(house.ask(both, at.department, { id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    const past = await add(dated(-0.5));
    await expect(house.ask(clerk, at.submit, { id: past })).rejects.toMatchObject({ field: 'valid_to' });
  });
});

describe('a send is refused', () => {
  it('of a coupon that may not be sent, to more than there are, to nobody, and to names that are nobody’s', async () => {
    await expect(drafted(await add())).rejects.toMatchObject({ field: 'coupon_id' });
    const few = await ready({ total_qty: 2, per_user_limit: 2 });
    await expect(drafted(few, { qty_per_user: 3 })).rejects.toMatchObject({ field: 'qty_per_user' });
    const id = await drafted(few);
    await expect(house.ask(clerk, send.submit, { id })).rejects.toMatchObject({
      field: 'coupon_id',
      message: '需要 3 张，此券只剩 2 张',
    });
    await sql`update member_user set status = 2 where id = any(${users})`.execute(db);
    await expect(house.ask(clerk, send.submit, { id })).rejects.toMatchObject({ field: 'target_type' });
    await expect(
      drafted(few, { target_type: 3, user_ids: undefined, names: ['13800000000', 'HY-none'] }),
    ).rejects.toMatchObject({ field: 'names', message: expect.stringContaining('2 个不是会员') });
  });
});

describe('a send', () => {
  it('reaches those of its frozen list, by name or mobile, each with a code of its own', async () => {
    const { rows } = await sql<{ user_no: string; mobile: string }>`
      select user_no, mobile from member_user where id = any(${users}) order by id`.execute(db);
    const names = [rows[0]?.user_no, rows[1]?.mobile, rows[1]?.user_no] as string[];
    const targets = { target_type: 3, names: [...names, 'x'] };
    expect(await house.ask(clerk, couponCalls.targets, targets)).toEqual({ user_count: 2, unknown: ['x'] });
    const id = await ready();
    const done = await sent(id, { target_type: 3, user_ids: undefined, names, qty_per_user: 2 });
    // Mobiles are kept nowhere.
    expect(done).toMatchObject({ status: sendState.done, user_count: 2, ok_count: 2, error_count: 0 });
    expect(done.names).toEqual(rows.slice(0, 2).map(({ user_no }) => user_no));
    expect(await kind(id)).toMatchObject({ sent_qty: 4, used_qty: 0 });
    const held = (await Promise.all(users.map(heldBy))).flat();
    expect(held).toHaveLength(4);
    expect(new Set(held.map(({ code }) => code)).size).toBe(4);
    expect(held.every(({ code }) => /^[0-9A-F]{16}$/.test(String(code)))).toBe(true);
    expect(await house.ask(clerk, couponCalls.figures, { id })).toMatchObject({ sent_qty: 4, free: 4, used: 0 });
  });

  it('says of each member why not, and sends again to those alone', async () => {
    const id = await ready({ per_user_limit: 1 });
    const first = await approved(id);
    await sql`update member_user set status = 2 where id = ${users[2]}`.execute(db);
    await house.ask(clerk, send.execute, { id: first });
    expect(await over(first)).toMatchObject({ status: sendState.partly, ok_count: 2, error_count: 1 });
    expect((await linesOf(first)).map(({ error }) => error)).toEqual([null, null, '会员已冻结或注销']);
    await sql`update member_user set status = 1 where id = ${users[2]}`.execute(db);
    await house.rest();
    await house.ask(clerk, send.execute, { id: first });
    expect(await over(first)).toMatchObject({ status: sendState.done, ok_count: 3, error_count: 0 });
    await house.rest();
    const second = await sent(id);
    expect(second).toMatchObject({ status: sendState.partly, ok_count: 0, error_count: 3 });
    expect(new Set((await linesOf(second.id)).map(({ error }) => error))).toEqual(new Set(['超过每人限领']));
    expect(await kind(id)).toMatchObject({ sent_qty: 3 });
  });

  it('goes out at its time, and is given up before', async () => {
    const id = await ready();
    const send_at = new Date(house.clock.now().getTime() + 3_600_000).toISOString();
    const [one, other] = [await approved(id, { send_at }), await approved(id, { send_at })];
    await house.takeDue();
    expect((await sendNow(one)).status).toBe(sendState.ready);
    await house.ask(clerk, send.cancel, { id: other, reason: '改期' });
    house.clock.advance(3_600_001);
    await house.takeDue();
    expect((await over(one)).status).toBe(sendState.done);
    expect((await sendNow(other)).status).toBe(sendState.cancelled);
  });

  it('whose task was cancelled in the middle keeps what was sent; the rest is sent when somebody asks', async () => {
    const many = await Promise.all(Array.from({ length: 5 }, () => addMember(db)));
    const id = await ready({ total_qty: 20 });
    const one = await approved(id, { user_ids: many });
    await house.ask(clerk, send.execute, { id: one });
    await inTransaction(db, async (tx) => {
      await sql`update coupon_send_line set outcome = 2, error = '…' where send_id = ${one} and user_id = any(${many.slice(2)})`.execute(
        tx,
      );
      await sendPiece(tx, { id: one, coupon_id: id, qty_per_user: 1 }, house.clock.now());
      await sql`update coupon_send_line set outcome = 0, error = null where send_id = ${one} and outcome = 2`.execute(
        tx,
      );
    });
    const { task_id } = await sendNow(one);
    await house.ask(clerk, cancelTask, { task_id: Number(task_id) });
    expect(await settleSends({ db, clock: house.clock, log }, house.kit.registry)).toBe(1);
    expect(await sendNow(one)).toMatchObject({ status: sendState.partly, ok_count: 2, error_count: 3 });
    await house.ask(clerk, send.execute, { id: one });
    expect(await over(one)).toMatchObject({ status: sendState.done, ok_count: 5 });
    expect(await kind(id)).toMatchObject({ sent_qty: 5 });
  });

  it('of a coupon of which five are left gives five, whoever else sends it at the same time', async () => {
    const id = await ready({ total_qty: 64 });
    const many = await Promise.all(Array.from({ length: 32 }, () => addMember(db)));
    const all: number[] = [];
    for (const user of many) {
      const one = await approved(id, { user_ids: [user], qty_per_user: 1 });
      all.push(one);
    }
    await sql`update coupon set total_qty = 5 where id = ${id}`.execute(db);
    await sql`update coupon_send set status = ${sendState.running} where id = any(${all})`.execute(db);
    await Promise.all(
      all.map((one) =>
        inTransaction(db, (tx) => sendPiece(tx, { id: one, coupon_id: id, qty_per_user: 1 }, house.clock.now())),
      ),
    );
    expect(await kind(id)).toMatchObject({ sent_qty: 5, total_qty: 5 });
    const lines = (await Promise.all(all.map(linesOf))).flat();
    expect(lines.filter(({ outcome }) => outcome === sendOutcome.done)).toHaveLength(5);
    expect(lines.filter(({ error }) => error === '优惠券已发完')).toHaveLength(27);
    await sql`update coupon_send set status = case when error_count > 0 then 6 else 5 end where id = any(${all})`.execute(
      db,
    );
  });
});

describe('orders', () => {
  async function emit<P>(event: EventKind<P>, payload: P): Promise<void> {
    await inTransaction(db, async (tx) => {
      const origin = { requestId: 'test', ip: '', device: undefined, userAgent: '' };
      const context = { db: tx, actor: systemActor, now: house.clock.now(), opId: randomUUID(), origin, log };
      await house.kit.registry.events.emit(context, event, payload);
    });
  }
  async function placed(user: number, codes: string[], source = 2) {
    const { id: warehouse_id } = await shelf(db);
    const { id } = await addOrder(db, { warehouse_id, user_id: user, items: [] });
    const { rows } = await sql<{ order_no: string }>`select order_no from sale_order where id = ${id}`.execute(db);
    const named = {
      order_id: id,
      order_no: rows[0]?.order_no ?? '',
      source,
      sale_channel_type: 'shop',
      shop_id: null,
      warehouse_id,
      user_id: user,
      cashier_id: null,
      sales_id: null,
      shift: null,
      at: house.clock.now().toISOString(),
      business_date: '2026-05-01',
    };
    await emit(orderPlaced, { ...named, coupon_codes: codes, payable_amount: 17000, items: [] });
    return named;
  }
  const paid = (named: Awaited<ReturnType<typeof placed>>) =>
    emit(orderPaid, { ...named, payments: [], paid_amount: 17000, delivered: false });
  const refunded = (named: Awaited<ReturnType<typeof placed>>, full: boolean) =>
    emit(orderRefunded, {
      ...named,
      refund_id: 1,
      refund_no: 'TK1',
      service_id: null,
      amount: 1,
      tax_amount: 0,
      parts: [],
      refund_way: 1,
      paid_by: 1,
      paid_shop_id: null,
      paid_shift: null,
      shipped: false,
      full,
    });
  const [user, other] = [() => users[0] ?? 0, () => users[1] ?? 0];
  const codeOf = async (id: number) => String((await heldBy(id))[0]?.code);
  const stateOf = async (id: number) => (await heldBy(id))[0]?.status;

  it('lock, use, and give back', async () => {
    const id = await ready();
    await sent(id);
    const code = await codeOf(user());
    const first = await placed(user(), [code]);
    expect(await stateOf(user())).toBe(is.locked);
    await emit(orderCancelled, { ...first, reason: '不要了', whole: false });
    expect(await stateOf(user())).toBe(is.locked);
    await emit(orderCancelled, { ...first, reason: '不要了', whole: true });
    expect((await heldBy(user()))[0]).toMatchObject({ status: is.free, order_no: null });
    const second = await placed(user(), [code], 1);
    await paid(second);
    expect((await heldBy(user()))[0]).toMatchObject({ status: is.used, order_no: second.order_no });
    expect(await kind(id)).toMatchObject({ sent_qty: 3, used_qty: 1 });
    await refunded(second, false);
    expect(await stateOf(user())).toBe(is.used);
    await refunded(second, true);
    expect(await stateOf(user())).toBe(is.free);
    expect(await kind(id)).toMatchObject({ sent_qty: 3, used_qty: 0 });
  });

  it('are refused for no code: what cannot be taken is noted, each with why', async () => {
    const id = await ready();
    await sent(id);
    const [mine, hers] = [await codeOf(user()), await codeOf(other())];
    const named = await placed(user(), [mine, hers, 'NONE', mine]);
    const again = await placed(user(), [mine]);
    const { list } = await house.ask(anyone(), callsOf(couponNote).list, { page_size: 100 });
    const reasons = (no: string) => list.filter((row) => row.order_no === no).map(({ code, reason }) => [code, reason]);
    expect(new Map(reasons(named.order_no) as [string, string][])).toEqual(
      new Map([
        [hers, '不是下单会员的券'],
        ['NONE', '券码不存在'],
      ]),
    );
    expect(reasons(again.order_no)).toEqual([[mine, '已被其他订单锁定']]);
    expect(await stateOf(other())).toBe(is.free);
  });

  it('give back nothing that has run out or been voided meanwhile', async () => {
    const id = await ready(dated(2));
    await sent(id);
    const [one, two] = [await placed(user(), [await codeOf(user())]), await placed(other(), [await codeOf(other())])];
    await paid(two);
    house.clock.advance(3 * 86_400_000);
    await house.takeDue();
    await expireCoupons({ db, clock: house.clock });
    expect((await heldBy(users[2] ?? 0))[0]).toMatchObject({ status: is.expired });
    expect((await kind(id)).status).toBe(5);
    await emit(orderCancelled, { ...one, reason: '超时', whole: true });
    await refunded(two, true);
    expect([await stateOf(user()), await stateOf(other())]).toEqual([is.expired, is.used]);
    await house.rest();
    const voided = await ready();
    await sent(voided);
    const held = (await heldBy(user())).find(({ status }) => status === is.free);
    const third = await placed(user(), [String(held?.code)]);
    await house.ask(clerk, at.cancel, { id: voided, reason: '活动取消' });
    expect(await kind(voided)).toMatchObject({ sent_qty: 1 });
    await emit(orderCancelled, { ...third, reason: '超时', whole: true });
    expect(await kind(voided)).toMatchObject({ sent_qty: 0 });
  });
});

describe('the books find', () => {
  it.each<[string, (id: number) => ReturnType<typeof sql>, string[]]>([
    ['more sent than there are', (id) => sql`update coupon set sent_qty = sent_qty + 1 where id = ${id}`, ['i48']],
    ['more used than were', (id) => sql`update coupon set used_qty = used_qty + 1 where id = ${id}`, ['i48']],
    ['a free coupon of a kind that is void', (id) => sql`update coupon set status = -1 where id = ${id}`, ['k160']],
    [
      'a send that counts more than it did',
      (id) => sql`update coupon_send set ok_count = ok_count + 1 where coupon_id = ${id}`,
      ['k161'],
    ],
    ['a member with more than allowed', (id) => sql`update coupon set per_user_limit = 0 where id = ${id}`, ['k162']],
  ])('%s', async (_what, plant, laws) => {
    const id = await ready();
    await sent(id);
    const found = await brokenBy(db, [
      sql`alter table coupon drop constraint coupon_sums_check`,
      sql`alter table coupon drop constraint coupon_per_user_limit_check`,
      plant(id),
    ]);
    // Orders of these tests stand in their tables alone: what other laws say of them is no matter here.
    expect(found.filter((law) => /^(i48|k16)/.test(law))).toEqual(laws);
  });
});
