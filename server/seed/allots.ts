import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotType } from '#contract/areas/allocation/allot-enums.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import { serveAllocation } from '#server/areas/allocation/serve-allocation.ts';
import { servePurchasing } from '#server/areas/purchasing/serve-purchasing.ts';
import { raiseDiffering } from '#server/areas/settlement/raise-differing.ts';
import { serveOutWare } from '#server/areas/warehouse/out-ware/serve-out-ware.ts';
import { type DiffEnd, settleDifference, type Work } from './allot-diffs.ts';
import { Chance } from './chance.ts';
import { openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

/** How far an allot has come; one that differs goes on as its difference does. */
type Until =
  | 'waiting'
  | 'rejected'
  | 'cancelled'
  | 'toPick'
  | 'picking'
  | 'packed'
  | 'moving'
  | 'arrived'
  | 'damaged'
  | 'finished'
  | DiffEnd;

/** So many of each: 150, twelve of which differ (domain.md §13.7). */
const plan: readonly (readonly [Until, number])[] = [
  ['finished', 70],
  ['waiting', 14],
  ['moving', 12],
  ['cancelled', 9],
  ['arrived', 8],
  ['rejected', 6],
  ['packed', 6],
  ['toPick', 5],
  ['picking', 5],
  ['damaged', 3],
  ['open', 1],
  ['oneSpoke', 1],
  ['spoken', 2],
  ['sentBack', 1],
  ['toDecide', 2],
  ['decided', 4],
  ['closed', 1],
];

/** From where to where goods go, and as what. */
interface Way {
  readonly type: number;
  readonly from: readonly number[];
  readonly into: readonly number[];
}

/** A hundred and fifty allots over two months between warehouses and shops, in every state, with their differences and decisions. */
export async function seedAllots(step: SeedStep): Promise<void> {
  const chance = new Chance(20_260_311);
  const clerks = openClerks(step, {
    chance,
    serve: [serveAllocation, servePurchasing, serveOutWare, ({ registry }) => raiseDiffering(registry)],
  });
  const ways = await waysOf(step);
  const { rows: carriers } = await sql<{ id: number }>`select id from logistics where status = 1 order by id`.execute(
    step.tx,
  );
  const order = mixed(
    plan.flatMap(([until, count]) => Array.from({ length: count }, () => until)),
    chance,
  );
  for (const [index, until] of order.entries()) {
    // What has not ended was begun lately.
    clerks.begin(ended.has(until) ? 60 - Math.floor(index / 3) : chance.between(2, 6));
    const id = await askFor({ step, clerks, chance }, ways[index % ways.length] as Way);
    await carry({ step, clerks, chance }, { id, carrier: chance.one(carriers).id }, until);
  }
}

const ended: ReadonlySet<Until> = new Set(['finished', 'damaged', 'cancelled', 'decided', 'closed']);

async function waysOf({ tx }: SeedStep): Promise<Way[]> {
  const { rows } = await sql<{ id: number; warehouse_no: string; type: number }>`
    select id, warehouse_no, type from warehouse where status = 1 order by warehouse_no`.execute(tx);
  const named = (no: string) => rows.flatMap(({ id, warehouse_no }) => (warehouse_no === no ? [id] : []));
  const shops = rows.flatMap(({ id, type }) => (type === 2 ? [id] : []));
  const push: Way = { type: allotType.push, from: named('W01'), into: shops };
  const replenish: Way = { type: allotType.replenish, from: named('W02'), into: shops };
  return [
    push,
    replenish,
    push,
    { type: allotType.between, from: shops, into: shops },
    replenish,
    { type: allotType.back, from: shops, into: named('W05') },
    push,
    { type: allotType.imperfectBack, from: [...named('W01'), ...shops], into: named('W04') },
  ];
}

// Goods that were counted, or are being counted, stay where they are: what is written of days gone by would be late for their counts.
async function askFor({ step: { tx }, clerks, chance }: Work, way: Way): Promise<number> {
  const into = chance.one(way.into);
  const senders = way.from.filter((id) => id !== into);
  const isImperfect = way.type === allotType.imperfectBack;
  const { rows } = await sql<{ sku_id: number; imperfect_type: number; warehouse_id: number; free: number }>`
    select b.sku_id, b.imperfect_type, b.warehouse_id, b.on_hand - b.locked as free from stock_balance b
    where b.warehouse_id = any(${senders}) and b.on_hand - b.locked >= ${isImperfect ? 1 : 6} and (b.imperfect_type > 0) = ${isImperfect}
      and b.counted_at is null and not exists (select 1 from stock_freeze f where f.warehouse_id in (b.warehouse_id, ${into}))
      and not exists (select 1 from stock_balance r where r.warehouse_id = ${into} and r.sku_id = b.sku_id and r.counted_at is not null)
    order by b.warehouse_id, b.sku_id, b.imperfect_type limit 2000`.execute(tx);
  if (rows.length === 0) throw new Error(`no demo goods for an allot of type ${way.type}`);
  const { warehouse_id: from } = chance.one(rows);
  const own = rows.filter((one) => one.warehouse_id === from);
  const lines = chance.some(own, chance.between(2, 4)).map(({ sku_id, imperfect_type, free }) => ({
    sku_id,
    imperfect_type,
    qty: isImperfect ? Math.min(free, 2) : Math.min(free, chance.between(2, 12)),
  }));
  const asked = { allot_type: way.type, out_warehouse_id: from, in_warehouse_id: into, lines };
  return (await clerks.ask(chance.often(0.5) ? 'whs' : 'shopMgr', callsOf(allot).add, asked as never)).id;
}

async function carry(work: Work, { id, carrier }: { id: number; carrier: number }, until: Until): Promise<void> {
  const { clerks, chance, step } = work;
  const move = (username: string, name: string, more: object = {}) =>
    clerks.ask(username, transitionCall(allot, name), { id, ...more });
  if (until === 'waiting') return;
  if (until === 'rejected')
    return void (await move('whsMgr', 'check', { result: verdict.reject, remark: '近期销量不足，先不补' }));
  await move('whsMgr', 'check', { result: verdict.pass });
  if (until === 'cancelled') return void (await move('whsMgr', 'cancel', { reason: '门店盘点，暂停收货' }));
  if (until === 'toPick') return;
  const out = await outLinesOf(step, id);
  const picked = (name: string, lines: readonly object[]) =>
    clerks.ask('whs2', transitionCall(allotOut, name), { id: out.id, lines } as never);
  await picked(
    'pick',
    out.lines.map(({ id: line_id, qty }) => ({ line_id, pick_qty: qty })),
  );
  if (until === 'picking') return;
  await picked(
    'pack',
    out.lines.map(({ id: line_id, qty }, place) => ({ line_id, carton_place: place < 2 ? 1 : 2, qty })),
  );
  if (until === 'packed') return;
  await move('whs2', 'send', { logistics_id: carrier, waybill_no: `SF${String(id).padStart(10, '0')}` });
  if (until === 'moving') return;
  await move('shopMgr', 'accept');
  if (until === 'arrived') return;
  const off = until === 'finished' || until === 'damaged' ? 0 : chance.often(0.75) ? -1 : 1;
  await move('shopMgr', 'sign', {
    lines: out.lines.map(({ allot_line_id, qty, imperfect_type: grade }, place) => ({
      line_id: allot_line_id,
      sign_qty: place === 0 ? qty + off : qty,
      ...(until === 'damaged' && place === 0
        ? { imperfect_qty: 1, damage_type: grade === 3 ? 4 : 3 }
        : { imperfect_qty: 0 }),
    })),
  });
  if (until !== 'finished' && until !== 'damaged') await settleDifference(work, id, until);
}

interface OutLines {
  readonly id: number;
  readonly lines: readonly { id: number; allot_line_id: number; qty: number; imperfect_type: number }[];
}

async function outLinesOf({ tx }: SeedStep, allotId: number): Promise<OutLines> {
  const { rows } = await sql<OutLines['lines'][number] & { out_id: number }>`
    select l.id, l.allot_line_id, l.qty, l.imperfect_type, o.id as out_id from allot_out o join allot_out_line l on l.allot_out_id = o.id
    where o.allot_id = ${allotId} order by l.id`.execute(tx);
  return { id: rows[0]?.out_id ?? 0, lines: rows };
}

/** The same things in another order. */
function mixed<T>(things: readonly T[], chance: Chance): T[] {
  return things
    .map((thing) => ({ thing, lot: chance.next() }))
    .toSorted((one, other) => one.lot - other.lot)
    .map(({ thing }) => thing);
}
