import { sql } from 'kysely';
import { kindOf } from '#contract/areas/contracts/purchase-price-enums.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { costAdjust } from '#contract/areas/costs/cost-adjust.ts';
import { costReason } from '#contract/areas/costs/cost-enums.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { verdict } from '#contract/kit/transition.ts';
import { serveContracts } from '#server/areas/contracts/serve-contracts.ts';
import { serveCosts } from '#server/areas/costs/serve-costs.ts';
import { serveExpenses } from '#server/areas/expenses/serve-expenses.ts';
import { followCosts } from '#server/areas/purchasing/inbound/follow-costs.ts';
import type { Desk } from './attach-paper.ts';
import { Chance } from './chance.ts';
import { openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';
import { seedExpenses } from './expenses.ts';

type Until = 'draft' | 'department' | 'finance' | 'done' | 'rejected' | 'cancelled';

/** Why each is adjusted, by how many hundredths of its cost, whether the supplier bears it, and how far it has come. */
const plan: readonly [reason: number, hundredths: number, toSupplier: 0 | 1, until: Until][] = [
  [costReason.allowance, -5, 1, 'done'],
  [costReason.freight, 2, 0, 'done'],
  [costReason.correction, 3, 0, 'done'],
  [costReason.impairment, -30, 0, 'done'],
  [costReason.allowance, -8, 1, 'finance'],
  [costReason.impairment, -20, 0, 'department'],
  [costReason.freight, 1, 0, 'rejected'],
  [costReason.correction, -2, 0, 'cancelled'],
  [costReason.allowance, -4, 1, 'draft'],
];

const later: readonly Until[] = ['done', 'department', 'finance', 'rejected', 'draft'];

/** Cost adjustments and estimates that are made good, current and operating expenses, each in every state (domain.md §13.7). */
export async function seedCosts(step: SeedStep): Promise<void> {
  const chance = new Chance(20_261_124);
  const clerks = openClerks(step, { chance, serve: [serveContracts, serveCosts, serveExpenses, followCosts] });
  const desk = { step, clerks, chance };
  await makeGood(desk);
  await adjustCosts(desk);
  await seedExpenses(desk);
}

/** What came in at an estimate, supplier by supplier: as dear as was thought, a little more, a little less. */
async function makeGood({ step, clerks, chance }: Desk): Promise<void> {
  const { rows } = await sql<{
    supplier_id: number;
    lines: { id: number; sku_id: number; price: number; rate: number }[];
  }>`
    select w.supplier_id, jsonb_agg(jsonb_build_object('id', w.id, 'sku_id', w.sku_id, 'price', w.purchase_price, 'rate', w.tax_rate_bp) order by w.id) as lines
    from waiting_price w join supplier s on s.id = w.supplier_id and s.status = 1 where w.purchase_price > 0
    group by w.supplier_id order by w.supplier_id`.execute(step.tx);
  for (const [index, until] of later.entries()) {
    const found = rows[index];
    if (!found) return;
    clerks.begin(5);
    const { id } = await clerks.ask('buyer', callsOf(purchasePriceSheet).add, {
      kind: kindOf.later,
      supplier_id: found.supplier_id,
      effective_date: businessDay(step.now),
      reason: '按供应商正式报价补价',
      lines: found.lines.slice(0, 20).map((line) => ({
        sku_id: line.sku_id,
        in_ware_detail_id: line.id,
        new_price: Math.max(1, line.price + chance.between(-3, 3) * 100),
        tax_rate_bp: line.rate,
      })),
    } as never);
    const move = (who: string, name: string, more: object = {}) =>
      clerks.ask(who, transitionCall(purchasePriceSheet, name), { id, ...more });
    if (until === 'draft') continue;
    await move('buyer', 'submit');
    if (until === 'department') continue;
    if (until === 'rejected') {
      await move('buyMgr', 'departmentReject', { remark: '请附供应商报价单' });
      continue;
    }
    await move('buyMgr', 'departmentAudit');
    if (until === 'done') await move('finMgr', 'financeAudit');
  }
}

async function adjustCosts({ step, clerks }: Desk): Promise<void> {
  const { rows } = await sql<{ id: number; supplier_id: number; cost_price: number }>`
    select c.id, c.supplier_id, c.cost_price from purchase_cost c join supplier s on s.id = c.supplier_id and s.status = 1
    where c.co_model = 1 and c.in_type = 1 and c.price_state = 1 and c.remain_qty > 2 and c.cost_price >= 1000
    order by row_number() over (partition by c.supplier_id order by c.id desc), c.supplier_id limit ${plan.length}`.execute(
    step.tx,
  );
  for (const [index, [adjust_reason, hundredths, to_supplier, until]] of plan.entries()) {
    const found = rows[index];
    if (!found) return;
    clerks.begin(4);
    const { id } = await clerks.ask('fin', callsOf(costAdjust).add, {
      supplier_id: found.supplier_id,
      adjust_reason,
      to_supplier,
      lines: [{ in_ware_detail_id: found.id, new_cost: Math.round((found.cost_price * (100 + hundredths)) / 100) }],
    } as never);
    const move = (who: string, name: string, more: object = {}) =>
      clerks.ask(who, transitionCall(costAdjust, name), { id, ...more });
    if (until === 'draft') continue;
    await move('fin', 'submit');
    if (until === 'department') continue;
    if (until === 'cancelled') {
      await move('fin', 'cancel', { reason: '与供应商另行协商' });
      continue;
    }
    if (until === 'rejected') {
      await move('buyMgr', 'departmentAudit', { result: verdict.reject, remark: '请附运费发票' });
      continue;
    }
    await move('buyMgr', 'departmentAudit', { result: verdict.pass });
    if (until === 'done') await move('finMgr', 'financeAudit', { result: verdict.pass });
  }
}
