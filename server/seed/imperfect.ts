import { sql } from 'kysely';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { dealType } from '#contract/areas/purchasing/return-enums.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import { serveImperfect } from '#server/areas/purchasing/imperfect/serve-imperfect.ts';
import { serveReturns } from '#server/areas/purchasing/returns/serve-returns.ts';
import { listenForOwed } from '#server/areas/settlement/serve-settlement.ts';
import { serveOutWare } from '#server/areas/warehouse/out-ware/serve-out-ware.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

/** How far a record has come; of those that were dealt with, in which ways, one after another. */
type Until = 'waiting' | 'rejected' | 'cancelled' | readonly Way[];
type Way = keyof typeof dealType | 'refusedScrap' | 'waitingScrap';

/** Records whose last way leaves nothing are dealt with; the others are dealt with in part. */
const plan: readonly (readonly [until: Until, whole?: 'whole'])[] = [
  ['waiting'],
  [['discount', 'scrap'], 'whole'],
  [[]],
  [['restore']],
  [['back'], 'whole'],
  ['rejected'],
  [['waitingScrap']],
  [['discount'], 'whole'],
  [['discount', 'restore']],
  [[]],
  ['cancelled'],
  [['scrap'], 'whole'],
  [['back', 'discount']],
  ['waiting'],
  [['refusedScrap']],
  [['restore', 'discount'], 'whole'],
  [['discount', 'waitingScrap']],
  ['rejected'],
  [[]],
  [['restore'], 'whole'],
  [['back'], 'whole'],
  [['discount']],
  ['cancelled'],
  [['scrap']],
  ['waiting'],
];

const reasons = ['拉链损坏', '袖口脱线', '表面污渍', '吊牌缺失', '缝线开裂', '色差明显', '洗水标错误'];

/** 25 imperfect records in every state and dealt with in every way (domain.md §13.7), each of goods of one supplier. */
export async function seedImperfect(step: SeedStep): Promise<void> {
  const chance = new Chance(20_260_306);
  const clerks = openClerks(step, { chance, serve: [serveImperfect, serveReturns, serveOutWare, listenForOwed] });
  const { rows: shelves } = await sql<{ warehouse_id: number; supplier_id: number }>`
    select w.id as warehouse_id, b.supplier_id from stock_batch b join warehouse w on w.id = b.warehouse_id
    where w.warehouse_no in ('W01', 'W05', 'W101', 'W107') and b.supplier_id is not null and b.imperfect_type = 0
    group by w.id, w.warehouse_no, b.supplier_id having count(*) filter (where b.qty_remain - b.qty_locked >= 6) >= 4
    order by w.warehouse_no, b.supplier_id`.execute(step.tx);
  for (const [index, [until, whole]] of plan.entries()) {
    const shelf = shelves[(index * 7) % shelves.length];
    if (!shelf) throw new Error('no demo goods of a supplier');
    const { rows: goods } = await sql<{ sku_id: number }>`
      select b.sku_id from returnable_batch b where b.warehouse_id = ${shelf.warehouse_id} and b.supplier_id = ${shelf.supplier_id} and b.imperfect_type = 0
        and b.qty_free >= 6 group by b.sku_id order by b.sku_id`.execute(step.tx);
    const lines = chance.some(goods, chance.between(1, 3)).map(({ sku_id }) => ({
      sku_id,
      imperfect_type: chance.one([1, 1, 3, 4]),
      qty: chance.between(2, 5),
      reason: chance.one(reasons),
    }));
    clerks.begin(50 - 2 * index);
    await carry(
      clerks,
      { warehouse_id: shelf.warehouse_id, source_type: chance.between(1, 5), lines },
      { until, whole },
    );
  }
}

interface Registered {
  warehouse_id: number;
  source_type: number;
  lines: readonly { sku_id: number; imperfect_type: number; qty: number; reason: string }[];
}

async function carry(
  clerks: Clerks,
  record: Registered,
  { until, whole }: { until: Until; whole: 'whole' | undefined },
): Promise<void> {
  const calls = callsOf(imperfectRecord);
  const { id } = await clerks.ask('whs', calls.add, record as never);
  const move = (username: string, name: string, more: object = {}) =>
    clerks.ask(username, transitionCall(imperfectRecord, name), { id, ...more });
  if (until === 'waiting') return;
  if (until === 'cancelled') return void (await move('whs', 'cancel', { reason: '重复登记' }));
  if (until === 'rejected')
    return void (await move('whsMgr', 'audit', { result: verdict.reject, remark: '请补充照片后重新登记' }));
  await move('whsMgr', 'audit', { result: verdict.pass });
  const { lines } = await clerks.ask('whs', calls.detail, { id });
  for (const [place, way] of until.entries()) {
    const isLast = place === until.length - 1;
    const type = way === 'refusedScrap' || way === 'waitingScrap' ? dealType.scrap : dealType[way];
    // One piece of each line at a time, and all that is left with the last way of those that come to an end.
    const asked = lines.map((line) => ({
      line_id: line.id,
      deal_type: type,
      qty: isLast && whole ? line.qty - place : 1,
      ...(type === dealType.discount ? { deal_price: 2900 + 1000 * place } : {}),
    }));
    await move('buyer', 'deal', { lines: asked });
    if (way === 'scrap') await move('whsMgr2', 'scrapAudit', { result: verdict.pass });
    if (way === 'refusedScrap')
      await move('whsMgr2', 'scrapAudit', { result: verdict.reject, remark: '可以修复，请不要报废' });
  }
}
