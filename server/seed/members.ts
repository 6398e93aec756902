import { sql } from 'kysely';
import { memberAdjust } from '#contract/areas/members/member-adjust.ts';
import { memberCalls } from '#contract/areas/members/member-calls.ts';
import { user } from '#contract/areas/members/user.ts';
import { refreshLabelCall, userLabel, userLabelGroup } from '#contract/areas/members/user-label.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { serveMemberAdjust } from '#server/areas/members/adjust.ts';
import { serveLabels } from '#server/areas/members/labels.ts';
import { serveUser } from '#server/areas/members/user.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';
import { seedPaidMemberships } from './paid-memberships.ts';

/** Members of the demo company (domain.md §13.8). */
const count = 3000;

const names = '陈林张王李周吴郑黄徐孙马朱胡郭何高罗谢韩';
const given = '晓雨子涵佳怡浩宇欣悦梓轩思远雅琪俊杰诗雨明哲';

/** Members with points and growth, labels by hand and by rule, and adjustments in every state. */
export async function seedMembers(step: SeedStep): Promise<void> {
  await addMembers(step);
  const chance = new Chance(20_260_353);
  const clerks = openClerks(step, { chance, serve: [serveUser, serveLabels, serveMemberAdjust] });
  const { rows } = await sql<{ id: number }>`select id from member_user order by id`.execute(step.tx);
  const ids = rows.map(({ id }) => id);
  await addLabels(clerks, { chance, ids });
  await addAdjustments(clerks, ids);
  await clerks.ask('mkt', memberCalls.status, {
    ids: chance.some(ids.slice(50), 12),
    status: 2,
    reason: '恶意退货，暂停使用',
  });
  await seedPaidMemberships(step, await live(step));
}

/** Those who may buy. */
async function live({ tx }: SeedStep): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from member_user where status = 1 order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

// Half of each hundred registered within the last year; numbers of mobiles are nobody's (domain.md §13.1).
async function addMembers({ tx, now, numbers }: SeedStep): Promise<void> {
  if (!user.number) return;
  const nos = await numbers.take(user.number, now, count);
  await sql`
    insert into member_user (user_no, mobile, nickname, sex, birthday, level, register_shop_id, registered_at, created_by, updated_by, created_at, updated_at)
    select n.no, '199' || lpad((n.place * 7919 % 100000000)::text, 8, '0'),
      substr(${names}, (n.place * 7 % 20)::int + 1, 1) || substr(${given}, (n.place * 7 % 11)::int * 2 + 1, 2),
      case when n.place % 3 = 0 then '男' else '女' end, date '1970-01-01' + (n.place * 37 % 13000)::int,
      case when n.place % 40 = 0 then 4 when n.place % 12 = 0 then 3 when n.place % 4 = 0 then 2 else 1 end,
      s.id, ${now.toISOString()}::timestamptz - make_interval(days => (n.place * 13 % 730)::int, mins => (n.place * 31 % 1440)::int), 1, 1,
      ${now.toISOString()}, ${now.toISOString()}
    from unnest(${nos}::text[]) with ordinality as n (no, place)
      join (select id, row_number() over (order by id) as place, count(*) over () as all from shop) s on s.place = n.place % s.all + 1
    order by n.place`.execute(tx);
  await sql`
    insert into member_growth (user_id, biz_type, change_value, source_no, reason, at, admin_id)
    select id, 4, case level when 4 then 20000 when 3 then 6000 when 2 then 1500 else 200 end + (id % 400), 'HD2025', '会员日活动', registered_at, 1 from member_user order by id`.execute(
    tx,
  );
  await sql`
    insert into member_point (user_id, biz_type, change_value, source_no, reason, at, admin_id)
    select id, 6, 100 + id % 900, 'HD2025', '会员日赠送', registered_at, 1 from member_user where id % 5 <> 0 order by id`.execute(
    tx,
  );
}

async function addLabels(clerks: Clerks, { chance, ids }: { chance: Chance; ids: readonly number[] }): Promise<void> {
  clerks.begin(20);
  const group = async (name: string, is_exclusive: boolean, order: number) =>
    (await clerks.ask('mkt', callsOf(userLabelGroup).add, { name, is_exclusive, order })).id;
  const label = async (group_id: number, name: string, more: object = {}) =>
    (await clerks.ask('mkt', callsOf(userLabel).add, { group_id, name, ...more })).id;
  const [value, taste, service] = [
    await group('会员价值', true, 1),
    await group('偏好', false, 2),
    await group('服务', false, 3),
  ];
  const rules = [
    await label(value, '高价值', { label_type: 2, rule_levels: [3, 4] }),
    await label(value, '新注册', { label_type: 2, rule_registered_days: 30 }),
    await label(value, '普通会员', { label_type: 2, rule_levels: [1, 2] }),
  ];
  for (const id of rules) await clerks.ask('mkt', refreshLabelCall, { id });
  for (const [name, group_id, share] of [
    ['偏爱运动', taste, 320],
    ['偏爱童装', taste, 260],
    ['只买折扣', taste, 400],
    ['需要回访', service, 40],
    ['投诉过', service, 12],
  ] as const) {
    const id = await label(group_id, name);
    await clerks.ask('mkt', memberCalls.setLabels, { user_ids: chance.some(ids, share), label_ids: [id], op: 'add' });
  }
}

async function addAdjustments(clerks: Clerks, ids: readonly number[]): Promise<void> {
  const [audit, withdraw] = [transitionCall(memberAdjust, 'audit'), transitionCall(memberAdjust, 'withdraw')];
  clerks.begin(6);
  for (const [place, user_id] of ids.slice(0, 16).entries()) {
    const call = place % 4 === 3 ? memberCalls.growthAdjust : memberCalls.pointAdjust;
    const asked = { user_id, change_value: place % 5 === 2 ? -50 : 200, reason: '门店客诉补偿' };
    const { id } = await clerks.ask('mkt', call, asked);
    if (place < 10) await clerks.ask('finMgr', audit, { id, result: 1 });
    else if (place < 12) await clerks.ask('finMgr', audit, { id, result: 2, remark: '补偿依据不足' });
    else if (place < 13) await clerks.ask('mkt', withdraw, { id, reason: '填错会员' });
  }
}
