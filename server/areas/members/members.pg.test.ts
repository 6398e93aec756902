import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { memberAdjust } from '#contract/areas/members/member-adjust.ts';
import { memberCalls } from '#contract/areas/members/member-calls.ts';
import { userPoint } from '#contract/areas/members/member-log.ts';
import { user } from '#contract/areas/members/user.ts';
import { refreshLabelCall, userLabel, userLabelGroup } from '#contract/areas/members/user-label.ts';
import { auditCalls } from '#contract/areas/ops/audit.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { next } from '#tests/factories/goods.ts';
import { addMember } from '#tests/factories/members.ts';
import { addOrder } from '#tests/factories/orders.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { expirePoints } from './expire-points.ts';

// Members: points that are their rows, labels of which an exclusive group gives one, mobiles nobody reads without a trace.

const { db } = await testDatabase();
const house = openHouse(db);
const keys = [
  ...['view', 'edit', 'status', 'setLabels', 'mobile', 'erase'].map((verb) => `user:${verb}`),
  ...['view', 'add', 'edit', 'delete'].flatMap((verb) => [`userLabel:${verb}`, `userLabelGroup:${verb}`]),
  ...['view', 'pointAdjust', 'growthAdjust', 'adjustAudit'].map((verb) => `userBusiness:${verb}`),
];
const [members, labels, groups] = [callsOf(user), callsOf(userLabel), callsOf(userLabelGroup)];
const [audit, withdraw] = [transitionCall(memberAdjust, 'audit'), transitionCall(memberAdjust, 'withdraw')];
let me: Actor;
let other: Actor;

beforeAll(async () => {
  me = await house.person('营销', keys);
  other = await house.person('财务', keys);
});

afterEach(async () => {
  expect(await brokenInvariants(db)).toEqual([]);
});

const shown = async (id: number) => (await house.ask(me, members.detail, { id })) as unknown as Record<string, unknown>;
const reason = '客诉补偿，经确认';

describe('points and growth by hand', () => {
  const ask = (user_id: number, change_value: number) =>
    house.ask(me, memberCalls.pointAdjust, { user_id, change_value, reason });

  it('are refused below nothing, of 0, without a reason, and of who is frozen', async () => {
    const id = await addMember(db);
    for (const [input, field] of [
      [{ user_id: id, change_value: -1, reason }, 'change_value'],
      [{ user_id: id, change_value: 0, reason }, 'change_value'],
      [{ user_id: id, change_value: 2_000_000, reason }, 'change_value'],
      [{ user_id: id, change_value: 5, reason: '' }, 'reason'],
      [{ user_id: 999_999, change_value: 5, reason }, 'user_id'],
    ] as const)
      await expect(house.ask(me, memberCalls.pointAdjust, input)).rejects.toMatchObject({ kind: 'invalid', field });
    await house.ask(me, memberCalls.status, { ids: [id], status: 2, reason });
    await expect(ask(id, 5)).rejects.toMatchObject({ field: 'user_id' });
  });

  it('come into force by another person alone, once, and only if there is still enough', async () => {
    const id = await addMember(db);
    const first = await ask(id, 100);
    await expect(house.ask(me, audit, { id: first.id, result: 1 })).rejects.toThrow('您是制单人，不能审核');
    expect((await shown(id))['point_balance']).toBe(0);
    await house.ask(other, audit, { id: first.id, result: 1 });
    await expect(house.ask(other, audit, { id: first.id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    expect((await shown(id))['point_balance']).toBe(100);
    const [much, more] = [await ask(id, -80), await ask(id, -80)];
    await house.ask(other, audit, { id: much.id, result: 1 });
    await expect(house.ask(other, audit, { id: more.id, result: 1 })).rejects.toThrow('不够扣减');
    await house.ask(other, audit, { id: more.id, result: 2, remark: '积分不足' });
    const { list } = await house.ask(me, callsOf(userPoint).list, { user_id: [id] });
    expect(list.map(({ change_value, after_value }) => [change_value, after_value])).toEqual([
      [-80, 20],
      [100, 100],
    ]);
  });

  it('of growth move growth alone, and are withdrawn by who asked', async () => {
    const id = await addMember(db);
    const asked = await house.ask(me, memberCalls.growthAdjust, { user_id: id, change_value: 30, reason });
    await expect(house.ask(other, withdraw, { id: asked.id, reason })).rejects.toMatchObject({ kind: 'forbidden' });
    await house.ask(other, audit, { id: asked.id, result: 1 });
    expect(await shown(id)).toMatchObject({ growth_value: 30, point_balance: 0 });
    const again = await ask(id, 5);
    await house.ask(me, withdraw, { id: again.id, reason });
    await expect(house.ask(other, audit, { id: again.id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
  });

  it('make the level, up and down again', async () => {
    const id = await addMember(db);
    for (const [change_value, level] of [
      [999, 1],
      [1, 2],
      [4_000, 3],
      [15_000, 4],
      [-15_001, 2],
      [-4_999, 1],
    ] as const) {
      const asked = await house.ask(me, memberCalls.growthAdjust, { user_id: id, change_value, reason });
      await house.ask(other, audit, { id: asked.id, result: 1 });
      expect((await shown(id))['level']).toBe(level);
    }
  });

  it('end on the last day of the next year, the oldest used up first, and never what came later', async () => {
    const moved = async (id: number, change_value: number, at: string) => {
      await sql`
        insert into member_point (user_id, biz_type, change_value, reason, at, admin_id) values (${id}, ${change_value < 0 ? 3 : 6}, ${change_value}, '试', ${at}, 1)`.execute(
        db,
      );
    };
    const [some, none, spent, late] = await Promise.all([0, 0, 0, 0].map(() => addMember(db)));
    // 31 December 2023 in Shanghai, the last instant and the first of the next year.
    await moved(some ?? 0, 500, '2023-12-31T15:59:59Z');
    await moved(some ?? 0, 70, '2023-12-31T16:00:00Z');
    await moved(some ?? 0, -120, '2024-06-01T00:00:00Z');
    await moved(none ?? 0, 90, '2024-01-02T00:00:00Z');
    await moved(spent ?? 0, 100, '2023-05-01T00:00:00Z');
    await moved(spent ?? 0, 50, '2024-05-01T00:00:00Z');
    await moved(spent ?? 0, -130, '2024-06-01T00:00:00Z');
    await moved(late ?? 0, 10, '2022-05-01T00:00:00Z');
    const balances = async () =>
      await Promise.all([some, none, spent, late].map(async (id) => (await shown(id ?? 0))['point_balance']));
    expect(await expirePoints(db, new Date('2024-12-31T15:59:58Z'))).toBe(1);
    expect(await balances()).toEqual([450, 90, 20, 0]);
    expect(await expirePoints(db, new Date('2024-12-31T16:00:00Z'))).toBe(1);
    expect(await balances()).toEqual([70, 90, 20, 0]);
    expect(await expirePoints(db, new Date('2025-06-01T00:00:00Z'))).toBe(0);
    expect(await expirePoints(db, new Date('2026-01-01T00:00:00Z'))).toBe(3);
    expect(await balances()).toEqual([0, 0, 0, 0]);
    const { list } = await house.ask(me, callsOf(userPoint).list, { user_id: [some ?? 0], biz_type: [5] });
    expect(list.map(({ change_value }) => change_value)).toEqual([-70, -380]);
  });

  it('stand with their rows whoever writes: neither changes by itself', async () => {
    const id = await addMember(db);
    await expect(sql`update member_user set point_balance = 5 where id = ${id}`.execute(db)).rejects.toThrow(
      'append-only',
    );
    await expect(sql`delete from member_point`.execute(db)).rejects.toThrow('append-only');
  });
});

describe('labels', () => {
  const group = async (is_exclusive: boolean) =>
    (await house.ask(me, groups.add, { name: `组${next()}`, is_exclusive } as never)).id;
  const label = async (group_id: number, more: object = {}) =>
    (await house.ask(me, labels.add, { group_id, name: `标签${next()}`, ...more } as never)).id;
  const set = (user_ids: number[], label_ids: number[], op: 'add' | 'remove' = 'add') =>
    house.ask(me, memberCalls.setLabels, { user_ids, label_ids, op });
  const labelsOf = async (id: number) => (await shown(id))['label_ids'];
  const count = async (id: number) =>
    ((await house.ask(me, labels.detail, { id })) as { user_count: number }).user_count;

  it('are refused where they are not there, are off, or are kept by a rule', async () => {
    const id = await addMember(db);
    const within = await group(true);
    const [one, two] = [await label(within), await label(within)];
    const byRule = await label(within, { label_type: 2, rule_orders_from: 999_999 });
    await expect(house.ask(me, labels.add, { group_id: within, name: '空', label_type: 2 } as never)).rejects.toThrow(
      '至少需要一个条件',
    );
    await expect(set([id], [999_999])).rejects.toMatchObject({ field: 'label_ids' });
    await expect(set([999_999], [one])).rejects.toMatchObject({ field: 'user_ids' });
    await expect(set([id], [byRule])).rejects.toThrow('由规则维护');
    await expect(set([id], [one, two])).rejects.toThrow('只能选一个');
    await house.ask(me, labels.status, { ids: [one], status: 0 });
    await expect(set([id], [one])).rejects.toThrow('已停用');
    expect(await labelsOf(id)).toEqual([]);
  });

  it('of an exclusive group take one another’s place, others stand beside', async () => {
    const id = await addMember(db);
    const [alone, beside] = [await group(true), await group(false)];
    const [old, fresh, also] = [await label(alone), await label(alone), await label(beside)];
    await set([id], [old, also]);
    expect(await set([id], [fresh])).toEqual({ count: 1 });
    expect(await labelsOf(id)).toEqual([fresh, also].toSorted((one, two) => one - two));
    expect([await count(old), await count(fresh), await count(also)]).toEqual([0, 1, 1]);
    await expect(house.ask(me, labels.remove as never, { id: fresh } as never)).rejects.toThrow('不能删除');
    await set([id], [fresh, also], 'remove');
    expect(await labelsOf(id)).toEqual([]);
  });

  it('count right when many put them on and take them off at once', async () => {
    const ids = await Promise.all([1, 2, 3].map(() => addMember(db)));
    const within = await group(true);
    const all = [await label(within), await label(within), await label(within)];
    await Promise.all(
      Array.from({ length: 36 }, (_, turn) =>
        set(turn % 2 ? ids : ids.toReversed(), [all[turn % 3] ?? 0], turn % 5 === 4 ? 'remove' : 'add'),
      ),
    );
  });

  it('by rule are on who meets it, and in an exclusive group give way to a hand and to an older rule', async () => {
    const rich = await addMember(db, {
      total_amount: 900_000,
      order_count: 9,
      last_order_at: new Date().toISOString(),
    });
    const idle = await addMember(db, { total_amount: 900_000, order_count: 9, last_order_at: '2025-01-01T00:00:00Z' });
    const poor = await addMember(db, { total_amount: 100, order_count: 1 });
    const within = await group(true);
    const elder = await label(within, { label_type: 2, rule_amount_from: 800_000, rule_active_days: 30 });
    const younger = await label(within, { label_type: 2, rule_amount_from: 800_000 });
    const byHand = await label(within);
    const refresh = async (id: number) => (await house.ask(me, refreshLabelCall, { id })).user_count;
    expect(await refresh(younger)).toBe(2);
    expect(await refresh(elder)).toBe(1);
    expect([await count(younger), await labelsOf(rich), await labelsOf(idle), await labelsOf(poor)]).toEqual([
      1,
      [elder],
      [younger],
      [],
    ]);
    await set([rich], [byHand]);
    expect([await refresh(elder), await refresh(younger)]).toEqual([0, 1]);
    expect(await labelsOf(rich)).toEqual([byHand]);
    await expect(house.ask(me, refreshLabelCall, { id: byHand })).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('who a member is', () => {
  it('is shown in part, found by no part that is not shown, and told whole with a trace', async () => {
    const id = await addMember(db, { mobile: '13912345678' });
    expect((await shown(id))['mobile']).toBe('139****5678');
    const found = async (keyword: string) => (await house.ask(me, members.list, { keyword })).list.map((row) => row.id);
    expect([await found('1391234'), await found('2345')]).toEqual([[], []]);
    expect([await found('13912345678'), await found('5678')]).toEqual([[id], [id]]);
    await expect(house.ask(me, memberCalls.mobile, { id, reason: '' })).rejects.toMatchObject({ field: 'reason' });
    expect(await house.ask(me, memberCalls.mobile, { id, reason })).toEqual({ mobile: '13912345678' });
    const { audit: trail } = (await shown(id)) as { audit: { label: string; remark: string }[] };
    expect(trail).toEqual([expect.objectContaining({ label: '查看手机号', remark: reason })]);
  });

  it('is forgotten for good, with the books kept', async () => {
    const id = await addMember(db);
    const asked = await house.ask(me, memberCalls.pointAdjust, { user_id: id, change_value: 7, reason });
    await house.ask(other, audit, { id: asked.id, result: 1 });
    const { version } = (await shown(id)) as { version: number };
    await expect(house.ask(me, memberCalls.erase, { id, version: version + 1, reason })).rejects.toMatchObject({
      kind: 'versionConflict',
    });
    await house.ask(me, members.edit, { id, version, nickname: '小名' } as never);
    const [piece] = await pieces(db);
    const sold = {
      warehouse_id: (await shelf(db)).id,
      user_id: id,
      receiver: '张三',
      receiver_mobile: '13900001111',
      receiver_address: '某街',
    };
    const { id: order } = await addOrder(db, { ...sold, status: 4, items: [{ sku_id: piece?.id ?? 0 }] });
    await expect(house.ask(me, memberCalls.erase, { id, version: version + 1, reason })).rejects.toThrow(
      '未完成的订单',
    );
    await sql`update sale_order set status = 5 where id = ${order}`.execute(db);
    await house.ask(me, memberCalls.erase, { id, version: version + 1, reason });
    const { rows: orders } =
      await sql`select user_id, receiver, receiver_mobile, receiver_address from sale_order where id = ${order}`.execute(
        db,
      );
    expect(orders).toEqual([{ user_id: id, receiver: null, receiver_mobile: null, receiver_address: null }]);
    // Nor does the history say who it was, on the record or in the log.
    const { audit: told } = (await shown(id)) as { audit: { action: string; changes: unknown }[] };
    expect(told.map(({ action, changes }) => [action, changes])).toEqual([
      ['edit', null],
      ['erase', null],
    ]);
    const auditor = await house.person('审计', ['user:view', 'Index:auditView']);
    expect(JSON.stringify(await house.ask(auditor, auditCalls.search, { doc_type: 'user' }))).not.toContain('小名');
    expect(await shown(id)).toMatchObject({ mobile: null, nickname: null, status: 3, point_balance: 7 });
    await expect(house.ask(me, memberCalls.erase, { id, version: version + 2, reason })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await expect(house.ask(me, members.edit, { id, version: version + 2, nickname: '又来' } as never)).rejects.toThrow(
      '已注销',
    );
  });
});
