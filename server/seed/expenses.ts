import { sql } from 'kysely';
import { currentExpense } from '#contract/areas/expenses/current-expense.ts';
import { expense } from '#contract/areas/expenses/expense.ts';
import { partnerType, settleWay } from '#contract/areas/expenses/expense-enums.ts';
import { direction } from '#contract/areas/settlement/settle-enums.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { verdict } from '#contract/kit/transition.ts';
import { attachPaper, type Desk } from './attach-paper.ts';

type Until = 'draft' | 'department' | 'finance' | 'ready' | 'done' | 'rejected' | 'cancelled';

/** Type, fen, tax in basis points, who pays whom, how, and how far it has come: with suppliers in turn. */
const current: readonly [type: number, fen: number, rate: number, way: number, settles: number, until: Until][] = [
  [1, 86_000, 900, direction.pay, settleWay.direct, 'done'],
  [2, 320_000, 600, direction.receive, settleWay.deduct, 'ready'],
  [3, 150_000, 600, direction.receive, settleWay.deduct, 'ready'],
  [4, 1_000_000, 0, direction.receive, settleWay.direct, 'done'],
  [6, 45_600, 1300, direction.pay, settleWay.deduct, 'ready'],
  [1, 23_500, 900, direction.pay, settleWay.direct, 'ready'],
  [5, 12_800, 0, direction.receive, settleWay.direct, 'finance'],
  [6, 9900, 1300, direction.pay, settleWay.deduct, 'department'],
  [7, 5000, 0, direction.receive, settleWay.direct, 'rejected'],
  [1, 64_000, 900, direction.pay, settleWay.deduct, 'cancelled'],
  [3, 80_000, 600, direction.receive, settleWay.deduct, 'draft'],
];

/** Type, item, fen, tax, and how far it has come: of the finance department. */
const operating: readonly [type: number, item: string, fen: number, rate: number, until: Until | 'reversed'][] = [
  [1, '总部办公室租金', 4_360_000, 900, 'done'],
  [2, '总仓电费', 936_450, 1300, 'done'],
  [4, '门店间搬运', 128_000, 900, 'ready'],
  [5, '换季海报印制', 318_000, 1300, 'ready'],
  [6, '打印耗材', 46_800, 1300, 'department'],
  [3, '临时盘点人工', 240_000, 0, 'rejected'],
  [2, '物业费', 88_000, 600, 'cancelled'],
  [7, '快递费', 23_800, 600, 'draft'],
  [6, '重复报销的办公用品', 12_900, 1300, 'reversed'],
];

/** Current and operating expenses of the demo company in every state (domain.md §13.7). */
export async function seedExpenses(desk: Desk): Promise<void> {
  await seedCurrent(desk);
  await seedOperating(desk);
}

interface Partner {
  supplier_id: number;
  account_id: number;
}

async function seedCurrent(desk: Desk): Promise<void> {
  const { step, clerks } = desk;
  const { rows } = await sql<Partner>`
    select distinct on (s.id) s.id as supplier_id, a.id as account_id from supplier s join supplier_account a on a.supplier_id = s.id
    where s.status = 1 and a.status = 1 and a.in_force_at is not null order by s.id, a.is_default desc, a.id`.execute(
    step.tx,
  );
  for (const [index, [expense_type, amount, tax_rate_bp, way, settle_way, until]] of current.entries()) {
    const partner = rows[index % Math.max(1, rows.length)];
    if (!partner) return;
    clerks.begin(6);
    const isPaidOut = way === direction.pay && settle_way === settleWay.direct;
    const { id } = await clerks.ask('fin', callsOf(currentExpense).add, {
      partner_type: partnerType.supplier,
      supplier_id: partner.supplier_id,
      direction: way,
      expense_type,
      amount,
      tax_rate_bp,
      settle_way,
      ...(isPaidOut ? { account_id: partner.account_id } : {}),
    });
    const move = (who: string, name: string, more: object = {}) =>
      clerks.ask(who, transitionCall(currentExpense, name), { id, ...more });
    if (until === 'draft') continue;
    await move('fin', 'submit');
    if (until === 'department') continue;
    if (until === 'cancelled') {
      await move('fin', 'cancel', { reason: '与供应商另行协商' });
      continue;
    }
    if (until === 'rejected') {
      await move('buyMgr', 'departmentAudit', { result: verdict.reject, remark: '请附协议' });
      continue;
    }
    await move('buyMgr', 'departmentAudit', { result: verdict.pass });
    if (until === 'finance') continue;
    await move('finMgr', 'financeAudit', { result: verdict.pass });
    if (until === 'ready') continue;
    await attachPaper(desk, { definition: currentExpense, id, kind: 'slip', by: 'fin2' });
    await move('fin2', 'pay', { pay_account: account, pay_date: clerks.day() });
  }
}

async function seedOperating(desk: Desk): Promise<void> {
  const { step, clerks } = desk;
  const { rows } = await sql<{ id: number }>`
    select id from organize where type = 2 and status = 1 order by (name like '财务%') desc, id limit 1`.execute(
    step.tx,
  );
  const department_id = rows[0]?.id;
  if (department_id === undefined) return;
  for (const [index, [expense_type, item, amount, tax_rate_bp, until]] of operating.entries()) {
    clerks.begin(7);
    const { id } = await clerks.ask('fin', callsOf(expense).add, {
      department_id,
      expense_type,
      happen_date: daysBefore(desk, 10 + index),
      payee: '某某物业有限公司',
      lines: [{ item, amount, tax_rate_bp }],
    } as never);
    const move = (who: string, name: string, more: object = {}) =>
      clerks.ask(who, transitionCall(expense, name), { id, ...more });
    if (until === 'draft') continue;
    await move('fin', 'submit');
    if (until === 'department') continue;
    if (until === 'cancelled') {
      await move('fin', 'cancel', { reason: '并入下月' });
      continue;
    }
    if (until === 'rejected') {
      await move('finMgr', 'audit', { result: verdict.reject, remark: '请附考勤表' });
      continue;
    }
    await move('finMgr', 'audit', { result: verdict.pass });
    if (until === 'reversed') await move('finMgr2', 'reverse', { reason: '与上一单重复' });
    if (until !== 'done') continue;
    await attachPaper(desk, { definition: expense, id, kind: 'slip', by: 'fin2' });
    await move('fin2', 'pay', { pay_account: account, pay_date: clerks.day() });
  }
}

const account = '工商银行杭州分行基本户';

const daysBefore = ({ step }: Desk, days: number): string =>
  businessDay(new Date(step.now.getTime() - days * 86_400_000));
