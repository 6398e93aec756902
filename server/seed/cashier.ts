import { sql } from 'kysely';
import { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import { cashierCalls } from '#contract/areas/cashier/cashier-calls.ts';
import { shopBill } from '#contract/areas/cashier/shop-bill.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { verdict } from '#contract/kit/transition.ts';
import { serveCashier } from '#server/areas/cashier/serve-cashier.ts';
import { takeFees } from '#server/areas/orders/take-fees.ts';
import { attachPaper, type Desk } from './attach-paper.ts';
import { Chance } from './chance.ts';
import { seedRecons } from './channel-recons.ts';
import { openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';
import { billTills, settleQuietly } from './till-bills.ts';

/**
 * What tills, channels and shops of the demo company took, in every state (domain.md §13.7): bills of what tills sold, a few days of channels, and up to
 * three months of shops' bills. Without till orders there is nothing of it.
 */
export async function seedCashier(step: SeedStep): Promise<void> {
  const chance = new Chance(75);
  const clerks = openClerks(step, { chance, serve: [serveCashier, takeFees] });
  const desk = { step, clerks, chance };
  await billTills(step);
  await settleQuietly(step, chance);
  await settleByHand(desk);
  await seedRecons(desk);
  await billShops(desk);
}

type Until = 'open' | 'handed in' | 'checked' | 'rejected' | 'confirmed' | 'reversed';

/** How far the newest bills have come; older ones that nobody settled quietly are confirmed, each with a difference. */
const newest: readonly Until[] = ['open', 'handed in', 'checked', 'rejected', 'confirmed', 'reversed', 'open'];

interface OpenBill {
  readonly id: number;
  readonly recent: boolean;
  readonly lines: readonly { readonly id: number; readonly pay_type: number; readonly system_amount: number }[];
}

async function settleByHand(desk: Desk): Promise<void> {
  const { rows } = await sql<OpenBill>`
    select b.id, b.business_date > ${businessDay(desk.step.now)}::date - 3 as recent,
      jsonb_agg(jsonb_build_object('id', l.id, 'pay_type', l.pay_type, 'system_amount', l.system_amount) order by l.id) as lines
    from cashier_bill b join cashier_bill_line l on l.cashier_bill_id = b.id where b.status = 1 group by b.id order by b.id`.execute(
    desk.step.tx,
  );
  for (const [place, bill] of rows.entries()) {
    desk.clerks.begin(bill.recent ? 1 : 2);
    await carry(desk, bill, bill.recent ? (newest[place % newest.length] ?? 'open') : 'confirmed');
  }
}

/** Fen by which cash differs, in turn. */
const differences = [0, -500, 300, -20, 1000];

async function carry({ clerks }: Desk, { id, lines }: OpenBill, until: Until): Promise<void> {
  if (until === 'open') return;
  const difference = differences[id % differences.length] ?? 0;
  const found = lines.map((line) => ({ line, amount: line.system_amount + (line.pay_type === 3 ? difference : 0) }));
  const take = (who: string, name: string, input: object) =>
    clerks.ask(who, transitionCall(cashierBill, name), input as never);
  await take('shopMgr', 'submit', {
    id,
    deposit_amount: 0,
    lines: found.map(({ line, amount }) => ({ line_id: line.id, actual_amount: amount })),
  });
  if (until === 'handed in') return;
  await take('fin', 'check', {
    id,
    lines: found.map(({ line, amount }) => ({
      line_id: line.id,
      checked_amount: amount,
      ...(amount === line.system_amount ? {} : { diff_reason: '找零误差' }),
    })),
  });
  if (until === 'checked') return;
  if (until === 'rejected') {
    await take('finMgr', 'confirm', { ids: [id], result: verdict.reject, remark: '请补缴款凭证' });
    return;
  }
  await take('finMgr', 'confirm', { ids: [id], result: verdict.pass });
  if (until === 'reversed') await take('finMgr2', 'reverse', { id, reason: '核对金额登记有误' });
}

/** How far the bills of a month have come, the oldest month first. */
const months: readonly (readonly ShopUntil[])[] = [
  ['settled'],
  ['settled', 'ready', 'settled', 'finance'],
  ['shop', 'finance', 'ready', 'rejected', 'cancelled'],
];
type ShopUntil = 'shop' | 'finance' | 'ready' | 'settled' | 'rejected' | 'cancelled';

async function billShops(desk: Desk): Promise<void> {
  const { step, clerks } = desk;
  await sql`update shop set share_rate_bp = 3500 where type in (2, 3) and share_rate_bp is null`.execute(step.tx);
  const { rows } = await sql<{ month: string; shops: number[] }>`
    select month, array_agg(shop_id order by shop_id) as shops from (
      select to_char(business_date, 'YYYY-MM') as month, shop_id from cashier_bill group by 1, 2 having bool_and(status = 4)
    ) t where month < ${businessDay(step.now).slice(0, 7)} group by month order by month desc limit 3`.execute(step.tx);
  for (const [place, { month, shops }] of rows.reverse().entries()) {
    clerks.begin(1);
    const asked = { shop_ids: shops, period_type: 2, period: month };
    await clerks.ask('fin', cashierCalls.generate, asked);
    const plan = months[place + months.length - rows.length] ?? ['shop'];
    const { rows: bills } = await sql<Billed>`
      select id, settle_amount, period_to::text as period_to from shop_bill where period = ${month} and status = 1 order by id`.execute(
      step.tx,
    );
    for (const [at, bill] of bills.entries()) await carryShop(desk, bill, plan[at % plan.length] ?? 'shop');
  }
}

interface Billed {
  readonly id: number;
  readonly settle_amount: number;
  readonly period_to: string;
}

async function carryShop(desk: Desk, { id, settle_amount, period_to }: Billed, until: ShopUntil): Promise<void> {
  const take = (who: string, name: string, input: object) =>
    desk.clerks.ask(who, transitionCall(shopBill, name), input as never);
  desk.clerks.begin(1);
  if (until === 'shop') return;
  if (until === 'cancelled') {
    await take('fin', 'cancel', { id, reason: '费用补登后重新生成' });
    return;
  }
  if (until === 'rejected') {
    await take('shopMgr', 'confirm', { id, result: verdict.reject, remark: '水电费不属于本店' });
    return;
  }
  await take('shopMgr', 'confirm', { id, result: verdict.pass });
  if (until === 'finance') return;
  await take('finMgr', 'audit', { ids: [id], result: verdict.pass });
  if (until === 'ready') return;
  if (settle_amount !== 0) await attachPaper(desk, { definition: shopBill, id, kind: 'slip', by: 'fin2' });
  await take('fin2', 'settle', { id, settle_date: period_to, settle_amount });
}
