import { sql } from 'kysely';
import { paidMembership } from '#contract/areas/members/paid-membership.ts';
import { paidPlan } from '#contract/areas/members/paid-plan.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { servePaid } from '#server/areas/members/paid/serve-paid.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import { contextOf, type SeedStep } from './context.ts';

/** Plans and paid memberships of the demo company in every state (domain.md §13.8): live, behind one another, over, given back. */
export async function seedPaidMemberships(step: SeedStep, members: readonly number[]): Promise<void> {
  let served: Kit | undefined;
  const clerks = openClerks(step, {
    chance: new Chance(20_260_393),
    serve: [
      servePaid,
      (kit) => {
        served = kit;
      },
    ],
  });
  if (!served) throw new Error('nothing is served');
  const [year, quarter] = await addPlans(clerks);
  const half = members.slice(0, 1200);
  const { rows: shops } = await sql<{ id: number }>`select id from shop where status = 1 order by id`.execute(step.tx);
  const buyEach = (some: readonly number[], plan_id: number) =>
    sell(clerks, { members: some, plan_id, shops: shops.map(({ id }) => id) });
  // Over a year ago: over; the clock has said so.
  clerks.begin(400);
  const over = await buyEach(half.slice(0, 6), year);
  for (const { id, end } of over)
    await runTransition(
      served.registry,
      { ...contextOf(step), now: end },
      { definition: paidMembership, name: 'expire', id },
    );
  clerks.begin(60);
  await buyEach(half.slice(6, 36), year);
  await buyEach(half.slice(36, 44), quarter);
  await buyEach(half.slice(40, 43), quarter);
  const back = await buyEach(half.slice(44, 48), year);
  clerks.begin(20);
  for (const { id } of back)
    await clerks.ask('finMgr', transitionCall(paidMembership, 'refund'), {
      id,
      version: 1,
      refund_amount: 6600,
      reason: '顾客搬家，按剩余时间退款',
    });
}

async function addPlans(clerks: Clerks): Promise<[year: number, quarter: number]> {
  clerks.begin(420);
  const { add, status } = callsOf(paidPlan);
  const plan = async (input: object): Promise<number> => (await clerks.ask('mkt', add, input as never)).id;
  const year = await plan({
    name: '年卡',
    price: 9900,
    days: 365,
    discount_x10: 95,
    rebate_rate_bp: 200,
    benefits: '全年 9.5 折，消费返利 2%，生日当月双倍积分',
  });
  const quarter = await plan({
    name: '季卡',
    price: 3900,
    days: 90,
    discount_x10: 98,
    rebate_rate_bp: 100,
    benefits: '9.8 折，消费返利 1%',
  });
  const old = await plan({ name: '体验卡', price: 100, days: 7, benefits: '7 天免运费' });
  await clerks.ask('mkt', status, { ids: [old], status: 0 });
  return [year, quarter];
}

interface Selling {
  readonly members: readonly number[];
  readonly plan_id: number;
  /** Where they are sold, by turns. */
  readonly shops: readonly number[];
}

async function sell(clerks: Clerks, { members, plan_id, shops }: Selling): Promise<{ id: number; end: Date }[]> {
  const bought: { id: number; end: Date }[] = [];
  for (const [place, user_id] of members.entries()) {
    const pay_type = (place % 4) + 1;
    const trade_no = pay_type === 3 ? {} : { trade_no: `HF${String(user_id).padStart(6, '0')}${place}` };
    const { id } = await clerks.ask('mkt', callsOf(paidMembership).add, {
      user_id,
      plan_id,
      shop_id: shops[place % shops.length],
      pay_type,
      ...trade_no,
    } as never);
    const { end_at } = await clerks.ask('mkt', callsOf(paidMembership).detail, { id });
    bought.push({ id, end: new Date(String(end_at)) });
  }
  return bought;
}
