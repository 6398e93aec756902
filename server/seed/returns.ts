import { sql } from 'kysely';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import { serveImperfect } from '#server/areas/purchasing/imperfect/serve-imperfect.ts';
import { serveReturns } from '#server/areas/purchasing/returns/serve-returns.ts';
import { listenForOwed } from '#server/areas/settlement/serve-settlement.ts';
import { serveOutWare } from '#server/areas/warehouse/out-ware/serve-out-ware.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

/** How far a return has come; one of those that are finished was signed for short. */
type Until = 'draft' | 'department' | 'finance' | 'ready' | 'out' | 'finished' | 'short' | 'rejected' | 'cancelled';

const plan: readonly Until[] = [
  'finished',
  'cancelled',
  'short',
  'out',
  'rejected',
  'finished',
  'ready',
  'finance',
  'out',
  'department',
  'cancelled',
  'draft',
];

const reasons = ['季末滞销，按合同退回', '合同到期清退', '到货多出订单数量', '质量问题召回', '断码尾货退回'];

/** Fifteen returns to suppliers with those that imperfect goods have led to, in every state (domain.md §13.7). */
export async function seedReturns(step: SeedStep): Promise<void> {
  const chance = new Chance(20_260_307);
  const clerks = openClerks(step, { chance, serve: [serveReturns, serveImperfect, serveOutWare, listenForOwed] });
  const { rows: shelves } = await sql<{ warehouse_id: number; supplier_id: number }>`
    select w.id as warehouse_id, b.supplier_id from returnable_batch b join warehouse w on w.id = b.warehouse_id
    where w.warehouse_no in ('W01', 'W05') and b.imperfect_type = 0 and b.qty_free >= 2 group by w.id, w.warehouse_no, b.supplier_id having count(*) >= 3
    order by w.warehouse_no, b.supplier_id`.execute(step.tx);
  const { rows: carriers } = await sql<{ id: number }>`select id from logistics where status = 1 order by id`.execute(
    step.tx,
  );
  const carrier = () => chance.one(carriers).id;
  for (const [index, until] of plan.entries()) {
    const shelf = shelves[(index * 3) % shelves.length];
    if (!shelf) throw new Error('no demo goods that may go back');
    const { rows: batches } = await sql<{ id: number; qty_free: number }>`
      select id, qty_free from returnable_batch where warehouse_id = ${shelf.warehouse_id} and supplier_id = ${shelf.supplier_id} and imperfect_type = 0
        and qty_free >= 2 order by id`.execute(step.tx);
    const lines = chance.some(batches, chance.between(2, 5)).map((batch) => ({
      stock_batch_id: batch.id,
      qty: Math.min(batch.qty_free, chance.between(2, 12)),
      back_price: chance.between(20, 160) * 100,
    }));
    clerks.begin(36 - 3 * index);
    const { id } = await clerks.ask('buyer', callsOf(backOrder).add, {
      ...shelf,
      back_type: chance.one([1, 3, 4, 5]),
      reason: chance.one(reasons),
      lines,
    } as never);
    await carry(clerks, { id, carrier: carrier() }, until);
  }
  const { rows: imperfect } = await sql<{ id: number }>`
    select id from back_order where source_id is not null order by id limit 1`.execute(step.tx);
  clerks.begin(4);
  for (const { id } of imperfect) await carry(clerks, { id, carrier: carrier() }, 'finished');
}

async function carry(clerks: Clerks, { id, carrier }: { id: number; carrier: number }, until: Until): Promise<void> {
  const move = (username: string, name: string, more: object = {}) =>
    clerks.ask(username, transitionCall(backOrder, name), { id, ...more });
  if (until === 'draft') return;
  await move('buyer', 'submit');
  if (until === 'cancelled') return void (await move('buyer', 'cancel', { reason: '供应商同意换货' }));
  if (until === 'department') return;
  if (until === 'rejected')
    return void (await move('buyMgr', 'departmentVerify', { result: verdict.reject, remark: '先与供应商确认数量' }));
  await move('buyMgr', 'departmentVerify', { result: verdict.pass });
  if (until === 'finance') return;
  await move('finMgr', 'financeVerify', { result: verdict.pass });
  if (until === 'ready') return;
  const { lines } = await clerks.ask('whs', callsOf(backOrder).detail, { id });
  await move('whs', 'out', {
    logistics_id: carrier,
    waybill_no: `SF${String(id).padStart(10, '0')}`,
    lines: lines.map((line) => ({ line_id: line.id, out_qty: line.qty })),
  });
  if (until === 'out') return;
  const missing = (place: number) => (until === 'short' && place === 0 ? 1 : 0);
  await move('buyer', 'finish', {
    lines: lines.map((line, place) => ({ line_id: line.id, sign_qty: line.qty - missing(place) })),
    ...(until === 'short' ? { shortage_note: '运输途中缺一件，向物流索赔' } : {}),
  });
}
