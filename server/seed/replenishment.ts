import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotDiffDecided } from '#contract/areas/allocation/allot-events.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { allotDecision } from '#contract/areas/replenishment/allot-decision.ts';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { batchAllot } from '#contract/areas/replenishment/batch-allot.ts';
import { ruleCalls } from '#contract/areas/replenishment/replenishment-calls.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import { serveAllocation } from '#server/areas/allocation/serve-allocation.ts';
import { servePurchasing } from '#server/areas/purchasing/serve-purchasing.ts';
import { type Ruling, writeRuling } from '#server/areas/replenishment/decision/allot-decision.ts';
import { serveReplenishment } from '#server/areas/replenishment/serve-replenishment.ts';
import { raiseDiffering } from '#server/areas/settlement/raise-differing.ts';
import { serveOutWare } from '#server/areas/warehouse/out-ware/serve-out-ware.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import { contextOf, type SeedStep } from './context.ts';

/** How far a batch of allots has come: what became of its allots, one after the other, or that it has none. */
type Until = 'waiting' | 'cancelled' | readonly ('open' | 'arrived' | 'given up')[];

/** Ten batches of allots in every state (domain.md §13.7). */
const plan: readonly Until[] = [
  ['arrived', 'arrived', 'arrived'],
  ['arrived', 'given up', 'arrived'],
  ['arrived', 'open', 'open'],
  'cancelled',
  ['open', 'arrived', 'given up', 'open'],
  ['open', 'open', 'open'],
  ['open', 'given up', 'open'],
  ['open', 'open'],
  'waiting',
  'waiting',
];

/** Four rules, ten decisions and ten batches of allots, in every state (domain.md §13.7). */
export async function seedReplenishment(step: SeedStep): Promise<void> {
  const chance = new Chance(20_260_309);
  const clerks = openClerks(step, {
    chance,
    serve: [
      serveAllocation,
      servePurchasing,
      serveOutWare,
      serveReplenishment,
      ({ registry }) => raiseDiffering(registry),
    ],
  });
  const { rows } = await sql<{ id: number; no: string; type: number; counted: boolean }>`
    select id, warehouse_no as no, type, exists (select 1 from stocktaking s where s.warehouse_id = w.id) as counted
    from warehouse w where status = 1 order by warehouse_no`.execute(step.tx);
  const main = rows.find(({ no }) => no === 'W01')?.id ?? 0;
  // What is written of days gone by would be late where goods were counted since.
  const shops = rows.filter(({ type, counted }) => type === 2 && !counted).map(({ id }) => id);
  for (const [index, until] of plan.entries())
    await batch(step, { clerks, chance, from: main, to: shops }, { until, daysAgo: 30 - 3 * index });
  await writeRulings(step);
  await rulesAndDecisions(clerks, { main, shops: shops.slice(0, 6), all: rows.map(({ id }) => id) });
}

// What was ruled of differences before there were decisions is known from the events of then.
async function writeRulings(step: SeedStep): Promise<void> {
  const { rows } = await sql<{ payload: Ruling }>`
    select e.payload from event_log e where e.name = ${allotDiffDecided.name}
      and not exists (select 1 from allot_decision d where d.source_type = 'allotDiff' and d.source_id = (e.payload ->> 'diff_id')::bigint)
    order by e.id`.execute(step.tx);
  for (const { payload } of rows) await writeRuling(step, contextOf(step), payload);
}

interface Pushing {
  readonly clerks: Clerks;
  readonly chance: Chance;
  readonly from: number;
  readonly to: readonly number[];
}

async function batch(
  { tx }: SeedStep,
  { clerks, chance, from, to }: Pushing,
  { until, daysAgo }: { until: Until; daysAgo: number },
): Promise<void> {
  const receivers = typeof until === 'string' ? chance.some(to, 4) : chance.some(to, until.length);
  const { rows: goods } = await sql<{ sku_id: number }>`
    select sku_id from stock where warehouse_id = ${from} and imperfect_type = 0 and qty_available >= 60 order by sku_id`.execute(
    tx,
  );
  const lines = chance
    .some(goods, chance.between(8, 20))
    .flatMap(({ sku_id }) =>
      receivers.map((in_warehouse_id) => ({ sku_id, in_warehouse_id, qty: chance.between(1, 6) })),
    );
  clerks.begin(daysAgo);
  const { id } = await clerks.ask('buyer', callsOf(batchAllot).add, {
    allot_type: 1,
    out_warehouse_id: from,
    lines,
    remark: chance.one(['新品铺货', '换季上新', '断码补齐', '周末活动备货']),
  } as never);
  if (until === 'waiting') return;
  if (until === 'cancelled')
    return void (await clerks.ask('buyer', transitionCall(batchAllot, 'cancel'), { id, reason: '活动取消，另行安排' }));
  await clerks.ask('whsMgr', transitionCall(batchAllot, 'confirm'), { id });
  const { rows: made } = await sql<{ id: number }>`
    select id from allot where source_type = ${batchAllot.name} and source_id = ${id} order by id`.execute(tx);
  for (const [place, { id: one }] of made.entries()) {
    if (until[place] === 'arrived') await carry(clerks, one);
    if (until[place] === 'given up')
      await clerks.ask('whsMgr', transitionCall(allot, 'cancel'), { id: one, reason: '门店装修，暂不到货' });
  }
}

/** An allot on its way: judged, picked, packed, sent, received and signed for, all of it. */
async function carry(clerks: Clerks, id: number): Promise<void> {
  await clerks.ask('whsMgr2', transitionCall(allot, 'check'), { id, result: verdict.pass });
  const { list } = await clerks.ask('whs', callsOf(allotOut).list, { allot_id: [id] });
  const out = list[0]?.id ?? 0;
  const { lines } = await clerks.ask('whs', callsOf(allotOut).detail, { id: out });
  await clerks.ask('whs', transitionCall(allotOut, 'pick'), {
    id: out,
    lines: lines.map((line) => ({ line_id: line.id, pick_qty: line.qty })),
  });
  await clerks.ask('whs', transitionCall(allotOut, 'pack'), {
    id: out,
    lines: lines.map((line) => ({ line_id: line.id, carton_place: 1, qty: line.qty })),
  });
  await clerks.ask('whs', transitionCall(allot, 'send'), { id });
  await clerks.ask('shopMgr', transitionCall(allot, 'accept'), { id });
  const whole = await clerks.ask('shopMgr', callsOf(allot).detail, { id });
  await clerks.ask('shopMgr', transitionCall(allot, 'sign'), {
    id,
    lines: whole.lines.map((line) => ({ line_id: line.id, sign_qty: line.send_qty, imperfect_qty: 0 })),
  });
}

async function rulesAndDecisions(
  clerks: Clerks,
  { main, shops, all }: { main: number; shops: readonly number[]; all: readonly number[] },
): Promise<void> {
  const write = async (rule: object) => (await clerks.ask('whsMgr', callsOf(allotRule).add, rule)).id;
  const turnOn = (id: number) => clerks.ask('whsMgr', callsOf(allotRule).status, { ids: [id], status: 1 });
  const tryOut = (id: number) => clerks.ask('whsMgr', ruleCalls.simulate, { id, version: 1 });
  clerks.begin(9);
  const route = await write({ name: '全公司调拨通道', rule_type: 2, from_warehouse_ids: all, to_warehouse_ids: all });
  await turnOn(route);
  const fill = await write({
    name: '总仓补华东门店',
    rule_type: 1,
    from_warehouse_ids: [main],
    to_warehouse_ids: shops,
    min_days: 7,
    max_days: 21,
    min_qty: 4,
    max_qty: 12,
    keep_source_days: 7,
    priority: 1,
    schedule: '每天 06:00',
  });
  await tryOut(fill);
  await turnOn(fill);
  const even = await write({
    name: '华东门店均衡',
    rule_type: 3,
    from_warehouse_ids: shops,
    to_warehouse_ids: shops,
    min_qty: 2,
    max_days: 21,
    priority: 5,
    schedule: '每周一四 05:00',
  });
  await tryOut(even);
  await write({
    name: '门店滞销返仓',
    rule_type: 4,
    from_warehouse_ids: shops,
    to_warehouse_ids: [main],
    max_days: 60,
    min_qty: 1,
    priority: 9,
  });
  const run = async () => (await clerks.ask('whsMgr', ruleCalls.generate, { rule_ids: [fill] })).decision_ids;
  const [one = 0, two = 0, three = 0] = await run();
  await clerks.ask('whsMgr2', transitionCall(allotDecision, 'confirm'), { ids: [one, two] });
  await clerks.ask('district', transitionCall(allotDecision, 'reject'), {
    id: three,
    reason: '门店本周盘点，暂缓补货',
  });
  // What nobody confirmed lapses with the next run.
  clerks.begin(1);
  await run();
}
