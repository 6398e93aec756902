import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import {
  type CountEntry,
  closeZoneCall,
  countCall,
  downloadCall,
  progressCall,
  reportCall,
  reviewLinesCall,
} from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { Call } from '#contract/kit/call.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { verdict } from '#contract/kit/transition.ts';
import { raiseDiffering } from '#server/areas/settlement/raise-differing.ts';
import { serveOutWare } from '#server/areas/warehouse/out-ware/serve-out-ware.ts';
import { serveStocktaking } from '#server/areas/warehouse/stocktaking/serve-stocktaking.ts';
import type { Actor } from '#server/identity/actor.ts';
import { callerOf } from '#server/import/make-call.ts';
import { personNamed } from '#server/import/staff.ts';
import { Registry } from '#server/kit/registry.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { createLog } from '../platform/log.ts';
import { Chance } from './chance.ts';
import type { SeedStep } from './context.ts';

/** How far a demo sheet has come. */
type Until = 'planned' | 'counting' | 'to_review' | 'recounting' | 'to_audit' | 'to_post' | 'posted' | 'cancelled';

const plan: readonly Until[] = [
  'posted',
  'posted',
  'posted',
  'posted',
  'cancelled',
  'to_post',
  'to_audit',
  'to_audit',
  'recounting',
  'to_review',
  'counting',
  'counting',
  'planned',
  'planned',
];

interface Counted {
  sku_id: number;
  barcode: string;
  qty: number;
}

/** Fourteen stocktakes in every state, counted, reviewed and audited by different people (domain.md §13.7). */
export async function seedStocktakes(step: SeedStep): Promise<void> {
  const chance = new Chance(20_260_304);
  const team = await openTeam(step);
  const { rows: places } = await sql<{ id: number; zones: string[] }>`
    select w.id, array_agg(z.code order by z.code) as zones from warehouse w join warehouse_zone z on z.warehouse_id = w.id
    where w.warehouse_no in ('W02', 'W03', 'W102', 'W105') group by w.id, w.warehouse_no order by w.warehouse_no`.execute(
    step.tx,
  );
  for (const [index, until] of plan.entries()) {
    const place = places[index % places.length];
    if (!place) throw new Error('demo warehouses are missing');
    // Each sheet of a warehouse takes other goods, so that none stands in another's way, and none that came in since its day.
    const { rows: goods } = await sql<Counted>`
      select k.sku_id, s.main_barcode as barcode, k.qty_on_hand as qty from stock k join sku s on s.id = k.sku_id
      where k.warehouse_id = ${place.id} and k.imperfect_type = 0 and k.sku_id % ${plan.length} = ${index} and not exists (
        select 1 from purchase_order_line l join purchase_order o on o.id = l.purchase_order_id where o.warehouse_id = k.warehouse_id and l.sku_id = k.sku_id)
      order by k.sku_id limit 24`.execute(step.tx);
    await team.take({ place, goods, until, chance, daysAgo: (plan.length - index) * 3 });
  }
}

interface Taking {
  place: { id: number; zones: string[] };
  goods: Counted[];
  until: Until;
  chance: Chance;
  daysAgo: number;
}

async function openTeam(step: SeedStep): Promise<{ take(taking: Taking): Promise<void> }> {
  const registry = new Registry();
  const kit = { registry, numbers: step.numbers, policies: stockPolicies(step.numbers, registry.events) };
  serveStocktaking(kit);
  serveOutWare(kit);
  raiseDiffering(registry);
  const call = callerOf(registry, createLog({ level: 'warn' }));
  const staff = async (username: string): Promise<Actor> => {
    const found = await personNamed(step.tx, username);
    if (!found) throw new Error(`demo account ${username} is missing`);
    return found;
  };
  const [lead, counter, reviewer, auditor] = [
    await staff('whsMgr'),
    await staff('whs'),
    await staff('super'),
    await staff('finMgr'),
  ];
  const calls = callsOf(stocktaking);
  return {
    async take({ place, goods, until, chance, daysAgo }) {
      let now = new Date(step.now.getTime() - daysAgo * 86_400_000);
      const ask = <In, Out>(actor: Actor, asked: Call<In, Out>, input: In): Promise<Out> => {
        now = new Date(now.getTime() + 600_000);
        return call(step.tx, asked, { actor, now, opId: randomUUID(), input });
      };
      const move = (actor: Actor, name: string, more: object = {}) =>
        ask(actor, transitionCall(stocktaking, name), { id, ...more });
      const { id } = await ask(lead, calls.add, {
        warehouse_id: place.id,
        take_type: 3,
        plan_date: businessDay(now),
        scope_sku_ids: goods.map((one) => one.sku_id),
        counter_ids: [counter.id],
      });
      if (until === 'planned') return;
      if (until === 'cancelled') {
        await move(lead, 'cancel', { reason: '与门店促销冲突，改期' });
        return;
      }
      await move(lead, 'start');
      const [zone = ''] = place.zones;
      const device = `demo-${randomUUID()}`;
      await ask(counter, downloadCall, { id, device_id: device, device_name: '平板 01', zones: [zone] });
      const seen = until === 'counting' ? goods.slice(0, goods.length / 2) : goods;
      const entries = seen.map(
        (one, index): CountEntry => ({
          op_id: randomUUID(),
          seq: index + 1,
          kind: 'add',
          zone,
          round: 1,
          barcode: one.barcode,
          imperfect_type: 0,
          qty: Math.max(1, one.qty + wrongBy(chance)),
          counted_at: now.toISOString(),
        }),
      );
      await ask(counter, countCall, { id, device_id: device, entries });
      if (until === 'counting') return;
      await ask(counter, reportCall, { id, device_id: device, rev: 1, zones: [{ zone, unsent: 0, finished: true }] });
      for (const open of (await ask(lead, progressCall, { id })).zones)
        await ask(lead, closeZoneCall, { id, zone_id: open.id });
      await move(counter, 'submit');
      if (until === 'to_review') return;
      const { rows: different } = await sql<{
        id: number;
        diff_qty: number;
      }>`select id, diff_qty from stocktaking_line where stocktaking_id = ${id} and diff_qty <> 0`.execute(step.tx);
      const lines = different.map((line, index) => ({
        ...line,
        reason: '陈列遗漏',
        recount: until === 'recounting' && index < 3,
      }));
      if (lines.length > 0) await ask(reviewer, reviewLinesCall, { id, lines });
      if (until === 'recounting' && lines.length > 0) {
        await move(reviewer, 'review', { result: verdict.reject, remark: '差异较大，请复盘' });
        return;
      }
      await move(reviewer, 'review', { result: verdict.pass });
      if (until === 'to_audit') return;
      await move(auditor, 'audit', { result: verdict.pass });
      if (until === 'posted') await move(lead, 'post');
    },
  };
}

/** Most goods are where they should be. */
function wrongBy(chance: Chance): number {
  return chance.between(1, 6) === 1 ? chance.between(-3, 3) : 0;
}
