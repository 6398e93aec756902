import { sql } from 'kysely';
import { checkBill } from '#contract/areas/settlement/check-bill.ts';
import { fine } from '#contract/areas/settlement/fine.ts';
import { payment } from '#contract/areas/settlement/payment.ts';
import { checkBillCalls } from '#contract/areas/settlement/settle-calls.ts';
import { direction, paymentType } from '#contract/areas/settlement/settle-enums.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import { serveSettlement } from '#server/areas/settlement/serve-settlement.ts';
import { attachPaper, type Desk } from './attach-paper.ts';
import { Chance } from './chance.ts';
import { openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

/** How far the money of a supplier has come. */
type Until =
  | 'bill draft'
  | 'bill sent'
  | 'bill disputed'
  | 'bill confirmed'
  | 'bill cancelled'
  | 'statement draft'
  | 'statement department'
  | 'statement buyer'
  | 'statement supplier'
  | 'statement rejected'
  | 'statement cancelled'
  | 'owed'
  | 'payment draft'
  | 'payment department'
  | 'payment finance'
  | 'payment ready'
  | 'payment rejected'
  | 'payment cancelled'
  | 'paid in part'
  | 'paid'
  | 'returned by the bank';

const plan: readonly Until[] = [
  'paid',
  'paid in part',
  'bill disputed',
  'payment ready',
  'statement buyer',
  'returned by the bank',
  'bill sent',
  'payment department',
  'paid',
  'statement draft',
  'bill draft',
  'payment finance',
  'statement department',
  'bill confirmed',
  'statement supplier',
  'payment rejected',
  'owed',
  'bill cancelled',
  'statement rejected',
  'payment draft',
  'statement cancelled',
  'payment cancelled',
];

interface Owed {
  supplier_id: number;
  co_model: number;
  first: string;
  last: string;
  items: number;
  total: number;
  account_id: number | null;
  buyer: string | null;
}

/** Check bills, statements, payments and fines of the demo company in every state (domain.md §13.7), out of what its suppliers are owed. */
export async function seedSettlement(step: SeedStep): Promise<void> {
  const chance = new Chance(20_261_123);
  const clerks = openClerks(step, { chance, serve: [serveSettlement] });
  const desk = { step, clerks, chance };
  clerks.begin(8);
  await judgeFines(desk);
  const { rows: owed } = await sql<Owed>`
    select i.supplier_id, i.co_model, min(i.occur_date)::text as first, max(i.occur_date)::text as last, count(*) as items, sum(i.amount)::bigint as total,
      (select a.id from supplier_account a where a.supplier_id = i.supplier_id and a.status = 1 and a.in_force_at is not null order by a.is_default desc, a.id limit 1) as account_id,
      (select d.username from supplier s join purchaser p on p.id = s.purchaser_id join admin d on d.id = p.admin_id where s.id = i.supplier_id) as buyer
    from settle_item i join supplier s on s.id = i.supplier_id and s.status = 1 where i.status = 1 and i.item_type <= 4
    group by i.supplier_id, i.co_model having sum(i.amount) > 0 order by i.supplier_id`.execute(step.tx);
  let turn = 0;
  for (const one of owed) {
    for (const span of await spansOf(step, one)) {
      const until = plan[turn % plan.length] ?? 'paid';
      turn += 1;
      await carry(desk, one, span, until);
    }
  }
  await payAhead(desk);
}

interface Span {
  period_from: string;
  period_to: string;
}

/** The tens of days in which something came in that is more than what went back: suppliers of the demo are settled with thrice a month. */
async function spansOf({ tx }: SeedStep, { supplier_id, co_model }: Owed): Promise<Span[]> {
  const { rows } = await sql<Span>`
    select begins::text as period_from, (case extract(day from begins) when 21 then date_trunc('month', begins) + interval '1 month - 1 day' else begins + interval '9 days' end)::date::text as period_to
    from settle_item i, lateral (
      select (date_trunc('month', i.occur_date) + least(floor((extract(day from i.occur_date) - 1) / 10), 2) * interval '10 days')::date as begins) span
    where supplier_id = ${supplier_id} and co_model = ${co_model} and status = 1 and item_type <= 4
    group by begins having sum(amount) > 0 order by 1`.execute(tx);
  return rows;
}

/** What is paid ahead of an order, and as a deposit: one of each is paid; of the others one waits and one is given up. */
async function payAhead(desk: Desk): Promise<void> {
  const { step, clerks } = desk;
  const { rows } = await sql<{ supplier_id: number; account_id: number; purchase_id: number }>`
    select distinct on (o.supplier_id) o.supplier_id, a.id as account_id, o.id as purchase_id from purchase_order o join contract c on c.id = o.contract_id
      join supplier s on s.id = o.supplier_id and s.status = 1
      join supplier_account a on a.supplier_id = o.supplier_id and a.status = 1 and a.in_force_at is not null
    where o.status = 3 and c.deposit_rate_bp > 0 and o.total_amount >= 1000000 order by o.supplier_id, o.id, a.is_default desc, a.id limit 2`.execute(
    step.tx,
  );
  clerks.begin(3);
  for (const [place, { supplier_id, account_id, purchase_id }] of rows.entries())
    for (const payment_type of [paymentType.prepay, paymentType.deposit]) {
      const amount = payment_type === paymentType.prepay ? 100_000 : 50_000;
      const id = await paymentOf(desk, {
        supplier_id,
        account_id,
        payment_type,
        lines: [payment_type === paymentType.prepay ? { purchase_id, amount } : { amount }],
      });
      const waits = payment_type === paymentType.prepay ? 'payment finance' : 'payment cancelled';
      await carryPayment(desk, { id, amount, until: place === 0 ? 'paid' : waits });
    }
}

/** Fines that were proposed go on: most are passed, one is rejected, one is given up; one is typed. */
async function judgeFines({ step, clerks }: Desk): Promise<void> {
  const ask = (who: string, name: string, id: number, more: object = {}) =>
    clerks.ask(who, transitionCall(fine, name), { id, ...more });
  const { rows } = await sql<{ id: number; status: number; amount: number; maker: string | null }>`
    select f.id, f.status, f.amount, a.username as maker from fine f join supplier s on s.id = f.supplier_id and s.status = 1
      left join admin a on a.id = f.created_by where f.status in (0, 1) order by f.id`.execute(step.tx);
  for (const [place, found] of rows.entries()) {
    if (place % 6 === 5) continue;
    if (place % 6 === 4) {
      await ask('buyMgr', 'cancel', found.id, { reason: '供应商已补偿' });
      continue;
    }
    if (found.status === 0) {
      if (found.amount === 0) {
        const { version } = await clerks.ask('buyer', callsOf(fine).detail, { id: found.id });
        await clerks.ask('buyer', callsOf(fine).edit, { id: found.id, version, amount: 50_000 });
      }
      await ask('buyer', 'submit', found.id);
    }
    if (place % 6 === 3) continue;
    const passes = place % 6 !== 2;
    // Whoever decided the difference made the fine that follows from it.
    await ask(found.maker === 'buyMgr' ? 'buyMgr2' : 'buyMgr', 'audit', found.id, {
      result: passes ? verdict.pass : verdict.reject,
      ...(passes ? {} : { remark: '请补充到货记录' }),
    });
  }
}

async function carry(desk: Desk, owed: Owed, month: Span, until: Until): Promise<void> {
  const { clerks } = desk;
  clerks.begin(6);
  const bill = await billOf(desk, owed, month, until);
  if (bill === undefined || owed.account_id === null) return;
  const settled = await statementFor(desk, owed, bill, until);
  if (settled === undefined) return;
  await payFor(desk, owed, settled, until);
}

async function billOf(
  { step, clerks, ...desk }: Desk,
  owed: Owed,
  month: Span,
  until: Until,
): Promise<number | undefined> {
  const { id, version } = await clerks.ask('buyer', callsOf(checkBill).add, {
    supplier_id: owed.supplier_id,
    co_model: owed.co_model,
    ...month,
  });
  await clerks.ask('buyer', checkBillCalls.choose, {
    id,
    version,
    all: { occur_date_from: month.period_from, occur_date_to: month.period_to },
  });
  if (until === 'bill draft') return undefined;
  const move = (name: string, more: object = {}) =>
    clerks.ask('buyer', transitionCall(checkBill, name), { id, ...more });
  await move('submit');
  if (until === 'bill sent') return undefined;
  if (until === 'bill cancelled') {
    await move('cancel', { reason: '账期有误，重新对账' });
    return undefined;
  }
  if (until === 'bill disputed') {
    const { rows } = await sql<{ id: number; version: number }>`
      select l.id, b.version from check_bill_line l join check_bill b on b.id = l.check_bill_id where b.id = ${id} order by l.id limit 2`.execute(
      step.tx,
    );
    await clerks.ask('buyer', checkBillCalls.disputeLines, {
      id,
      version: rows[0]?.version ?? 0,
      line_ids: rows.map((line) => line.id),
      dispute_reason: '供应商送货单少两件',
    });
    await move('dispute', { remark: '供应商电话反馈' });
    return undefined;
  }
  await attachPaper({ step, clerks, ...desk }, { definition: checkBill, id, kind: 'confirm', by: 'buyer' });
  await move('supplierConfirm', { confirm_by: '陈经理' });
  return until === 'bill confirmed' ? undefined : id;
}

async function statementFor(desk: Desk, owed: Owed, bill: number, until: Until): Promise<number | undefined> {
  const { step, clerks } = desk;
  const { rows: fines } = await sql<{ id: number }>`
    select i.id from settle_item i where i.supplier_id = ${owed.supplier_id} and i.status = 1 and i.item_type = 5 order by i.id limit 1`.execute(
    step.tx,
  );
  const { id } = await clerks.ask('fin', callsOf(statement).add, {
    supplier_id: owed.supplier_id,
    lines: [{ check_bill_id: bill }, ...fines.map((one) => ({ settle_item_id: one.id }))],
  } as never);
  const move = (who: string, name: string, more: object = {}) =>
    clerks.ask(who, transitionCall(statement, name), { id, ...more });
  if (until === 'statement draft') return undefined;
  if (until === 'statement cancelled') {
    await move('finMgr', 'cancel', { reason: '与下月合并结算' });
    return undefined;
  }
  const { payable_amount } = await clerks.ask('fin', callsOf(statement).detail, { id });
  if (payable_amount <= 0) return undefined;
  await move('fin', 'submit');
  if (until === 'statement department') return undefined;
  if (until === 'statement rejected') {
    await move('buyMgr', 'departmentAudit', { result: verdict.reject, remark: '请核对罚款' });
    return undefined;
  }
  // The leader of the purchaser's department may confirm in his place: the other manager audits then.
  await move(owed.buyer === 'buyMgr' ? 'buyMgr2' : 'buyMgr', 'departmentAudit', { result: verdict.pass });
  if (until === 'statement buyer' || owed.buyer === null) return undefined;
  await move(owed.buyer, 'buyerConfirm', { result: verdict.pass });
  if (until === 'statement supplier') return undefined;
  await attachPaper(desk, { definition: statement, id, kind: 'signed', by: 'fin' });
  await move('fin', 'supplierConfirm', { result: verdict.pass, confirm_by: '陈经理' });
  return until === 'owed' ? undefined : id;
}

async function payFor(desk: Desk, owed: Owed, settled: number, until: Until): Promise<void> {
  const { clerks } = desk;
  const { unpaid_amount: unpaid } = await clerks.ask('fin', callsOf(statement).detail, { id: settled });
  const amount = until === 'paid in part' ? Math.ceil(unpaid / 2) : unpaid;
  const id = await paymentOf(desk, {
    supplier_id: owed.supplier_id,
    account_id: owed.account_id,
    payment_type: paymentType.settlement,
    lines: [{ statement_id: settled, amount }],
  });
  await carryPayment(desk, { id, amount, until });
}

async function paymentOf({ clerks }: Desk, values: object): Promise<number> {
  const body = { direction: direction.pay, ...values };
  return (await clerks.ask('fin', callsOf(payment).add, body as never)).id;
}

async function carryPayment(
  desk: Desk,
  { id, amount, until }: { id: number; amount: number; until: Until },
): Promise<void> {
  const { clerks, chance } = desk;
  const move = (who: string, name: string, more: object = {}) =>
    clerks.ask(who, transitionCall(payment, name), { id, ...more });
  if (until === 'payment draft') return;
  if (until === 'payment cancelled') return void (await move('finMgr', 'cancel', { reason: '供应商要求暂缓付款' }));
  await move('fin', 'submit');
  if (until === 'payment department') return;
  if (until === 'payment rejected')
    return void (await move('buyMgr', 'departmentAudit', { result: verdict.reject, remark: '请与发票核对' }));
  await move('buyMgr', 'departmentAudit', { result: verdict.pass });
  if (until === 'payment finance') return;
  await move('finMgr', 'financeAudit', { result: verdict.pass });
  if (until === 'payment ready') return;
  await attachPaper(desk, { definition: payment, id, kind: 'slip', by: 'fin2' });
  await move('fin2', 'confirm', {
    pay_account: '工商银行杭州分行基本户',
    pay_date: clerks.day(),
    pay_amount: amount,
    bank_serial_no: `HKD${String(chance.between(10_000_000, 99_999_999))}${id}`,
  });
  if (until === 'returned by the bank')
    await move('finMgr2', 'reverse', { reverse_reason: 1, remark: '银行退汇：户名不符' });
}
