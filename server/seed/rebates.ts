import { sql } from 'kysely';
import { rebate } from '#contract/areas/members/rebate.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import { countRebate, serveRebates } from '#server/areas/members/paid/rebates.ts';
import { Chance } from './chance.ts';
import { openClerks } from './clerks.ts';
import { contextOf, type SeedStep } from './context.ts';

interface Bought {
  readonly orderId: number;
  readonly order_no: string;
  readonly user_id: number;
  readonly shop_id: number | null;
  readonly at: string;
  readonly base: number;
}

/** What paid members of the demo company got back of orders of the past: most of what may be paid out is, by finance. */
export async function seedRebates(step: SeedStep): Promise<void> {
  const { rows } = await sql<Bought>`
    select o.id as "orderId", o.order_no, o.user_id, o.shop_id, o.ordered_at as at, o.paid_amount - o.refund_amount as base
    from sale_order o join paid_membership m on m.user_id = o.user_id and m.status <> -1 and o.ordered_at >= m.start_at and o.ordered_at < m.end_at
    where o.status = 5 and o.paid_amount > o.refund_amount and not exists (select 1 from rebate r where r.order_id = o.id) order by o.ordered_at, o.id`.execute(
    step.tx,
  );
  for (const bought of rows)
    await countRebate(
      step,
      { ...contextOf(step), now: new Date(bought.at) },
      { ...bought, at: new Date(bought.at).toISOString() },
    );
  const { rows: due } = await sql<{ id: number }>`
    select id from rebate where status = 1 and due_at < ${step.now.toISOString()}::timestamptz - interval '2 days' order by id`.execute(
    step.tx,
  );
  const clerks = openClerks(step, { chance: new Chance(20_260_394), serve: [serveRebates] });
  clerks.begin(1);
  const ids = due.slice(0, Math.ceil(due.length * 0.8)).map(({ id }) => id);
  if (ids.length > 0) await clerks.ask('finMgr', transitionCall(rebate, 'settle'), { ids });
}
