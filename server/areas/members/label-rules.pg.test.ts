import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { memberCalls } from '#contract/areas/members/member-calls.ts';
import { refreshLabelCall, userLabel, userLabelGroup } from '#contract/areas/members/user-label.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { openHouse } from '#tests/boot/house.ts';
import { runsOf } from '#tests/boot/share.ts';
import { addMember } from '#tests/factories/members.ts';

// Labels by rule against a look at every member: whatever rules say, whoever is frozen, and in whatever order labels are asked again.

const { db } = await testDatabase();
const house = openHouse(db);
const [labels, groups] = [callsOf(userLabel), callsOf(userLabelGroup)];
const dayMs = 86_400_000;
const runs = runsOf(60);

interface Person {
  readonly id: number;
  readonly growth_value: number;
  readonly order_count: number;
  readonly total_amount: number;
  readonly last_order_at: string | null;
  readonly registered_at: string;
  readonly status: number;
}

type Rule = Readonly<Record<string, number | number[] | undefined>>;

let seed = 48_271;
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
}
const maybe = <T>(value: T): T | undefined => (random(3) === 0 ? value : undefined);

const levelOf = (growth: number): number => (growth >= 20_000 ? 4 : growth >= 5_000 ? 3 : growth >= 1_000 ? 2 : 1);

function meets(one: Person, rule: Rule, now: number): boolean {
  const within = (at: string | null, days: number) => at !== null && Date.parse(at) >= now - days * dayMs;
  const checks: Record<string, (asked: never) => boolean> = {
    rule_levels: (asked: number[]) => asked.includes(levelOf(one.growth_value)),
    rule_orders_from: (asked: number) => one.order_count >= asked,
    rule_orders_to: (asked: number) => one.order_count <= asked,
    rule_amount_from: (asked: number) => one.total_amount >= asked,
    rule_amount_to: (asked: number) => one.total_amount <= asked,
    rule_active_days: (asked: number) => within(one.last_order_at, asked),
    rule_idle_days: (asked: number) => !within(one.last_order_at, asked),
    rule_registered_days: (asked: number) => within(one.registered_at, asked),
  };
  return (
    one.status === 1 &&
    Object.entries(rule).every(([name, asked]) => asked === undefined || checks[name]?.(asked as never))
  );
}

function ruleOf(): Rule {
  const [orders, amount] = [random(6), random(60_000)];
  const rule = {
    rule_levels: maybe([1 + random(4), 1 + random(4)].filter((level, place, all) => all.indexOf(level) === place)),
    rule_orders_from: maybe(1 + orders),
    rule_orders_to: maybe(1 + orders + random(5)),
    rule_amount_from: maybe(amount),
    rule_amount_to: maybe(amount + random(60_000)),
    rule_active_days: maybe(1 + random(90)),
    rule_idle_days: maybe(1 + random(90)),
    rule_registered_days: maybe(1 + random(300)),
  };
  return Object.values(rule).every((value) => value === undefined) ? { rule_orders_from: 2 } : rule;
}

it(`${runs} groups of rules are on whoever meets them, one of an exclusive group at most`, async () => {
  const me = await house.person('营销', [
    'user:setLabels',
    ...['view', 'add'].flatMap((verb) => [`userLabel:${verb}`, `userLabelGroup:${verb}`]),
    'userLabel:edit',
  ]);
  const now = house.clock.now().getTime();
  const before = (days: number) => new Date(now - Math.round(days * dayMs)).toISOString();
  const people: Person[] = [];
  for (let n = 0; n < 40; n += 1) {
    const given = {
      order_count: random(10),
      total_amount: random(120_000),
      last_order_at: random(4) === 0 ? null : before(random(120)),
      registered_at: before(random(400)),
      status: random(8) === 0 ? 2 : 1,
    };
    const growth_value = random(4) === 0 ? 1_000 * random(25) : random(1_200);
    const id = await addMember(db, given);
    if (growth_value > 0)
      await sql`
        insert into member_growth (user_id, biz_type, change_value, reason, at, admin_id) values (${id}, 4, ${growth_value}, '试', ${before(1)}, 1)`.execute(
        db,
      );
    people.push({ id, growth_value, ...given });
  }
  for (let run = 0; run < runs; run += 1) {
    const is_exclusive = random(2) === 0;
    const group_id = (await house.ask(me, groups.add, { name: `组${run}`, is_exclusive } as never)).id;
    const rules: { id: number; rule: Rule }[] = [];
    for (let n = 0; n < 3; n += 1) {
      const rule = ruleOf();
      rules.push({
        rule,
        id: (await house.ask(me, labels.add, { group_id, name: `签${n}`, label_type: 2, ...rule } as never)).id,
      });
    }
    const hand = (await house.ask(me, labels.add, { group_id, name: '手工' } as never)).id;
    const held = people.filter(() => random(6) === 0).map(({ id }) => id);
    if (held.length > 0) await house.ask(me, memberCalls.setLabels, { user_ids: held, label_ids: [hand], op: 'add' });
    // Twice and in any order: who comes to a label late takes the place that is theirs.
    for (const { id } of [...rules, ...rules.toSorted(() => random(3) - 1)])
      await house.ask(me, refreshLabelCall, { id });
    const { rows } = await sql<{
      id: number;
      label_ids: number[];
    }>`select id, label_ids from member_user order by id`.execute(db);
    const found = rows.map(({ id, label_ids: all }) => [
      id,
      all.filter((label) => label === hand || rules.some((one) => one.id === label)),
    ]);
    const expected = people.map((one) => {
      const by = rules.filter(({ rule }) => meets(one, rule, now)).map(({ id }) => id);
      const put = held.includes(one.id) ? [hand] : [];
      if (!is_exclusive) return [one.id, [...by, ...put]];
      return [one.id, put.length > 0 ? put : by.slice(0, 1)];
    });
    expect(found).toEqual(expected);
    for (const { id } of rules)
      expect(((await house.ask(me, labels.detail, { id })) as unknown as { user_count: number }).user_count).toBe(
        found.filter(([, all]) => (all as number[]).includes(id)).length,
      );
  }
  expect(await brokenInvariants(db)).toEqual([]);
});
