import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotType } from '#contract/areas/allocation/allot-enums.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { codeStatus } from '#contract/areas/codes/code-enums.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import { serveAllocation } from '#server/areas/allocation/serve-allocation.ts';
import { servePurchasing } from '#server/areas/purchasing/serve-purchasing.ts';
import { raiseDiffering } from '#server/areas/settlement/raise-differing.ts';
import { serveOutWare } from '#server/areas/warehouse/out-ware/serve-out-ware.ts';
import { serveStockAdjustment } from '#server/areas/warehouse/stock-adjustment.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

/** Goods of W01 of which pieces with codes are free, and these pieces. */
interface Coded {
  readonly warehouse_id: number;
  readonly sku_id: number;
  readonly ids: readonly number[];
  readonly numbers: readonly string[];
}

/** How far an allot of coded pieces has come; of one that is short a piece was not in its carton. */
type Until = 'moving' | 'finished' | 'short';

/** Documents that name the pieces they move: allots, a loss, pieces in use and imperfect ones (domain.md §13.7). */
export async function seedCodedDocuments(step: SeedStep): Promise<void> {
  const chance = new Chance(20_261_127);
  const serve = [
    serveAllocation,
    servePurchasing,
    serveOutWare,
    serveStockAdjustment,
    ({ registry }: Kit) => raiseDiffering(registry),
  ];
  const clerks = openClerks(step, { chance, serve });
  const { rows: shops } = await sql<{ id: number }>`
    select id from warehouse w where type = 2 and status = 1 and not exists (select 1 from stock_freeze f where f.warehouse_id = w.id)
    order by warehouse_no limit 3`.execute(step.tx);
  const { rows: carriers } = await sql<{
    id: number;
  }>`select id from logistics where status = 1 order by id limit 1`.execute(step.tx);
  for (const [place, until] of (['finished', 'moving', 'short'] as const).entries()) {
    clerks.begin(9 - 2 * place);
    await move(
      { step, clerks },
      { goods: await coded(step, 2), into: shops[place]?.id ?? 0, carrier: carriers[0]?.id ?? 0 },
      until,
    );
  }
  clerks.begin(5);
  await adjust(clerks, adjustType.loss, { goods: await coded(step, 1), reason: '运输擦伤，无法修复' });
  await adjust(clerks, adjustType.ownUse, { goods: await coded(step, 1), reason: '橱窗陈列领用' });
  await degrade(clerks, await coded(step, 1));
}

const pieces = 3;

async function coded({ tx }: SeedStep, count: number): Promise<Coded[]> {
  const { rows } = await sql<Coded>`
    select c.warehouse_id, c.sku_id, (array_agg(c.id order by c.id))[1:${pieces}::int] as ids, (array_agg(c.unique_code order by c.id))[1:${pieces}::int] as numbers
    from piece_code c join warehouse w on w.id = c.warehouse_id and w.warehouse_no = 'W01'
      join stock_balance b on b.warehouse_id = c.warehouse_id and b.sku_id = c.sku_id and b.imperfect_type = 0 and b.counted_at is null and b.on_hand - b.locked >= 12
    where c.status = ${codeStatus.inStock} and not exists (select 1 from stock_freeze f where f.warehouse_id = c.warehouse_id)
    group by c.warehouse_id, c.sku_id having count(*) >= 6 order by count(*) desc, c.sku_id limit ${count}`.execute(tx);
  if (rows.length < count) throw new Error('no demo goods with codes are free');
  return rows;
}

interface Moving {
  readonly goods: readonly Coded[];
  readonly into: number;
  readonly carrier: number;
}

async function move(
  { step, clerks }: { step: SeedStep; clerks: Clerks },
  { goods, into, carrier }: Moving,
  until: Until,
): Promise<void> {
  const { id } = await clerks.ask('whs', callsOf(allot).add, {
    allot_type: allotType.push,
    out_warehouse_id: goods[0]?.warehouse_id,
    in_warehouse_id: into,
    lines: goods.map(({ sku_id }) => ({ sku_id, imperfect_type: 0, qty: pieces })),
  } as never);
  await clerks.ask('whsMgr', transitionCall(allot, 'check'), { id, result: verdict.pass });
  const { rows } = await sql<{ out_id: number; id: number; allot_line_id: number; sku_id: number }>`
    select o.id as out_id, l.id, l.allot_line_id, l.sku_id from allot_out o join allot_out_line l on l.allot_out_id = o.id where o.allot_id = ${id} order by l.id`.execute(
    step.tx,
  );
  const codesOf = (sku: number) => goods.find(({ sku_id }) => sku_id === sku)?.numbers ?? [];
  const out = rows[0]?.out_id ?? 0;
  const lines = rows.map((line) => ({ line_id: line.id, pick_qty: pieces, codes: codesOf(line.sku_id) }));
  await clerks.ask('whs2', transitionCall(allotOut, 'pick'), { id: out, lines });
  const packed = rows.map((line) => ({ line_id: line.id, carton_place: 1, qty: pieces }));
  await clerks.ask('whs2', transitionCall(allotOut, 'pack'), { id: out, lines: packed });
  const waybill_no = `SF${String(id).padStart(10, '0')}`;
  await clerks.ask('whs2', transitionCall(allot, 'send'), { id, logistics_id: carrier, waybill_no });
  if (until === 'moving') return;
  await clerks.ask('shopMgr', transitionCall(allot, 'accept'), { id });
  const missing = (place: number) => (until === 'short' && place === 0 ? 1 : 0);
  await clerks.ask('shopMgr', transitionCall(allot, 'sign'), {
    id,
    lines: rows.map((line, place) => ({
      line_id: line.allot_line_id,
      sign_qty: pieces - missing(place),
      imperfect_qty: 0,
      codes: codesOf(line.sku_id).slice(missing(place)),
    })),
  });
}

async function adjust(
  clerks: Clerks,
  type: number,
  { goods, reason }: { goods: readonly Coded[]; reason: string },
): Promise<void> {
  const { id } = await clerks.ask('whs', callsOf(stockAdjustment).add, {
    warehouse_id: goods[0]?.warehouse_id,
    adjust_type: type,
    reason,
    lines: goods.map(({ sku_id, ids }) => ({ sku_id, imperfect_type: 0, qty: 2, code_ids: ids.slice(0, 2) })),
  } as never);
  await clerks.ask('whs', transitionCall(stockAdjustment, 'submit'), { id });
  await clerks.ask('whsMgr', transitionCall(stockAdjustment, 'audit'), { id, result: verdict.pass });
}

async function degrade(clerks: Clerks, goods: readonly Coded[]): Promise<void> {
  const { id } = await clerks.ask('whs', callsOf(imperfectRecord).add, {
    warehouse_id: goods[0]?.warehouse_id,
    source_type: 1,
    lines: goods.map(({ sku_id, ids }) => ({
      sku_id,
      imperfect_type: 1,
      qty: 2,
      reason: '袖口脱线',
      code_ids: ids.slice(0, 2),
    })),
  } as never);
  await clerks.ask('whsMgr', transitionCall(imperfectRecord, 'audit'), { id, result: verdict.pass });
}
