import { sql } from 'kysely';
import { invoiceApply } from '#contract/areas/after-sales/invoice-apply.ts';
import { orderRefund, refundBy } from '#contract/areas/after-sales/order-refund.ts';
import { orderService, serviceKind } from '#contract/areas/after-sales/order-service.ts';
import { payWay } from '#contract/areas/orders/order-enums.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { verdict } from '#contract/kit/transition.ts';
import { serveAfterSales } from '#server/areas/after-sales/serve-after-sales.ts';
import { earnByOrders } from '#server/areas/members/earn.ts';
import { serveRebates } from '#server/areas/members/paid/rebates.ts';
import { takeBackEarned } from '#server/areas/members/take-back.ts';
import { serveOrders } from '#server/areas/orders/serve-orders.ts';
import { raiseConsigned } from '#server/areas/settlement/raise-consigned.ts';
import { followReturns } from '#server/areas/settlement/returned-sales.ts';
import { attachPaper, type Desk } from './attach-paper.ts';
import { Chance } from './chance.ts';
import { openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

/** How far an after-sales has come, and what goes back of it. */
type Until =
  | 'asked'
  | 'rejected'
  | 'waiting'
  | 'closed'
  | 'back to audit'
  | 'back audited'
  | 'back refunded'
  | 'exchange back'
  | 'exchange ordered'
  | 'lower asked'
  | 'lower refunded'
  | 'refund rejected'
  | 'refund cancelled'
  | 'at the channel'
  | 'failed at the channel';

const plan: readonly Until[] = [
  'back refunded',
  'asked',
  'back audited',
  'lower refunded',
  'back refunded',
  'waiting',
  'exchange ordered',
  'at the channel',
  'back refunded',
  'rejected',
  'back to audit',
  'lower refunded',
  'closed',
  'back refunded',
  'exchange back',
  'refund rejected',
  'failed at the channel',
  'back refunded',
  'refund cancelled',
  'lower asked',
];

const reasons = ['尺码偏小', '颜色与图片不符', '面料起球', '家人不喜欢', '有线头'];

interface SoldLine {
  readonly order: number;
  readonly item: number;
  readonly qty: number;
  readonly amount: number;
  readonly pay_type: number;
  /** Days since it was sold. */
  readonly days: number;
}

/** After-sales of what tills and the mini-program sold, with their refunds, and invoices, in every state (domain.md §13.7). */
export async function seedAfterSales(step: SeedStep): Promise<void> {
  const chance = new Chance(20_260_374);
  const clerks = openClerks(step, {
    chance,
    serve: [
      serveAfterSales,
      serveOrders,
      earnByOrders,
      takeBackEarned,
      serveRebates,
      ({ registry }) => raiseConsigned(registry),
      followReturns,
    ],
  });
  const desk = { step, clerks, chance };
  const { rows } = await sql<SoldLine>`
    select o.id as order, i.id as item, i.qty, i.final_amount as amount, o.pay_type, extract(epoch from ${step.now.toISOString()}::timestamptz - o.ordered_at)::float8 / 86400 as days
    from sale_order o join sale_order_item i on i.sale_order_id = o.id
    where not o.imported and o.status = 5 and o.source = 1 and not o.price_abnormal and i.shipped_qty = i.qty and i.final_amount > 0
      and not exists (select 1 from stocktaking c where c.warehouse_id = o.warehouse_id and c.status between 0 and 5)
    order by o.id`.execute(step.tx);
  const left = [...rows];
  for (const [place, until] of plan.entries()) {
    // What goes back by the channel came by one.
    const found = left.findIndex(({ pay_type }) => !until.endsWith('at the channel') || isByChannel(pay_type));
    const [line] = found < 0 ? [] : left.splice(found, 1);
    if (line) await carry(desk, { ...line, until, reason: reasons[place % reasons.length] ?? '' });
  }
  await addInvoices(desk, left);
}

const isByChannel = (payType: number): boolean => payType !== payWay.cash && payType !== payWay.stored;

const services = callsOf(orderService);
const step = (name: string) => transitionCall(orderService, name);
const refundStep = (name: string) => transitionCall(orderRefund, name);

interface Carried extends SoldLine {
  readonly until: Until;
  readonly reason: string;
}

async function carry({ step: { tx }, clerks }: Desk, { until, reason, ...sold }: Carried): Promise<void> {
  clerks.begin(Math.max(sold.days / 2, 0.5));
  const type = until.startsWith('lower')
    ? serviceKind.refundOnly
    : until.startsWith('exchange')
      ? serviceKind.exchange
      : serviceKind.goodsBack;
  const lowered = type === serviceKind.refundOnly;
  const amount = lowered ? Math.max(1, Math.floor(sold.amount / 10)) : Math.floor(sold.amount / sold.qty);
  const { id } = await clerks.ask('cs', services.add, {
    order_id: sold.order,
    service_type: type,
    reason,
    lines: [{ order_item_id: sold.item, qty: 1, refund_amount: amount }],
  } as never);
  if (until === 'asked') return;
  const agreed =
    until === 'rejected' ? { result: verdict.reject, remark: '已穿着，吊牌已剪' } : { result: verdict.pass };
  await clerks.ask('cs', step('deal'), { id, ...agreed });
  if (until === 'rejected' || until === 'waiting') return;
  if (until === 'closed') {
    await clerks.ask('cs', step('close'), { id, reason: '客户决定不退了' });
    return;
  }
  if (!lowered) {
    const { lines } = await clerks.ask('cs', services.detail, { id });
    const back = { return_qty: 1, imperfect_type: 0, code_ids: [] };
    await clerks.ask('whs', step('return'), { id, lines: lines.map((line) => ({ line_id: line.id, ...back })) });
  }
  if (until === 'exchange ordered') await clerks.ask('cs', step('exchange'), { id });
  if (type === serviceKind.exchange) return;
  const { rows } = await sql<{ id: number }>`select id from order_refund where service_id = ${id}`.execute(tx);
  await payBack(clerks, rows[0]?.id ?? 0, { until, pay_type: sold.pay_type });
}

/** The refund of it: audited by one and paid out by another. */
async function payBack(
  clerks: Desk['clerks'],
  id: number,
  { until, pay_type }: Pick<Carried, 'until' | 'pay_type'>,
): Promise<void> {
  if (until === 'back to audit' || until === 'lower asked') return;
  if (until === 'refund rejected') {
    await clerks.ask('fin', refundStep('audit'), { id, result: verdict.reject, remark: '金额须扣除运费' });
    return;
  }
  await clerks.ask('fin', refundStep('audit'), { id, result: verdict.pass });
  if (until === 'refund cancelled') {
    await clerks.ask('fin2', refundStep('cancel'), { id, reason: '客户改为换货' });
    return;
  }
  if (until === 'back audited') return;
  const byChannel = isByChannel(pay_type);
  await clerks.ask('fin2', refundStep('refund'), { id, refund_way: byChannel ? refundBy.channel : refundBy.cash });
  if (!byChannel || until === 'at the channel') return;
  const answer =
    until === 'failed at the channel' ? { result: verdict.reject, remark: '收款账户已注销' } : { result: verdict.pass };
  await clerks.ask('super', refundStep('answer'), { id, channel_no: `TK${id}`, ...answer });
}

const invoices = ['asked', 'issued', 'rejected', 'cancelled', 'issued', 'audited', 'red', 'issued'] as const;

/** Invoices of orders that nothing went back of. */
async function addInvoices(desk: Desk, sold: readonly SoldLine[]): Promise<void> {
  const { clerks, step: seed } = desk;
  const calls = callsOf(invoiceApply);
  const next = (name: string) => transitionCall(invoiceApply, name);
  for (const [place, { order, amount, days }] of sold.entries()) {
    const until = invoices[place % invoices.length];
    const company = place % 3 === 0;
    const begun = Math.max(days / 2, 0.5);
    clerks.begin(begun);
    const { id } = await clerks.ask('cs', calls.add, {
      order_ids: [order],
      invoice_type: company ? 1 : 3,
      amount,
      ...(company
        ? { title_type: 2, title: '嘉兴某某贸易有限公司', tax_no: '91330400MA0000000X' }
        : { title_type: 1, title: '个人' }),
    } as never);
    if (until === 'asked') continue;
    if (until === 'cancelled') {
      await clerks.ask('cs', next('cancel'), { id, reason: '客户不需要了' });
      continue;
    }
    const audited =
      until === 'rejected' ? { result: verdict.reject, remark: '税号与抬头不符' } : { result: verdict.pass };
    await clerks.ask('fin', next('audit'), { ids: [id], ...audited });
    if (until === 'rejected' || until === 'audited') continue;
    await attachPaper(desk, { definition: invoiceApply, id, kind: 'invoice', by: 'fin' });
    await clerks.ask('fin', next('issue'), {
      id,
      invoice_code: '033002600111',
      invoice_no: String(10_000_000 + id),
      issue_date: businessDay(new Date(seed.now.getTime() - begun * 86_400_000)),
    });
    if (until === 'red')
      await clerks.ask('fin2', next('red'), { id, red_invoice_no: String(20_000_000 + id), reason: '抬头开错' });
  }
}
