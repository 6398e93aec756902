import { sql } from 'kysely';
import { changePrice } from '#contract/areas/orders/change-price.ts';
import { order } from '#contract/areas/orders/order.ts';
import { orderCalls } from '#contract/areas/orders/order-calls.ts';
import { orderCustomerRecord } from '#contract/areas/orders/order-customer-record.ts';
import { orderLabel } from '#contract/areas/orders/order-label.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import { orderOutCoupon } from '#contract/areas/orders/order-out-coupon.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { earnByOrders } from '#server/areas/members/earn.ts';
import { serveRebates } from '#server/areas/members/paid/rebates.ts';
import { serveOrders } from '#server/areas/orders/serve-orders.ts';
import { raiseConsigned } from '#server/areas/settlement/raise-consigned.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

/** Orders of the history of 120 days that the company brought along; they moved stock elsewhere. */
const history = 5_900;

/** How far an order of the mini-program has come. */
type Until =
  | 'unpaid'
  | 'paid'
  | 'picking'
  | 'picked'
  | 'partly'
  | 'shipped'
  | 'received'
  | 'cancelled'
  | 'paid cancelled'
  | 'rest cancelled';

const online: readonly Until[] = [
  'received',
  'shipped',
  'partly',
  'paid',
  'picking',
  'picked',
  'cancelled',
  'paid cancelled',
  'rest cancelled',
  'received',
  'shipped',
  'paid',
  'unpaid',
  'unpaid',
  'unpaid',
  'unpaid',
];
const atTill = 40;
/** Days: a call is made an hour after the one before it, so this begins now. */
const anHour = 1 / 24;

interface Place {
  shop_no: string;
  warehouse_no: string;
  sku_no: string;
  price: number;
}

/** Orders of tills and of the mini-program, in every state, on top of a history (domain.md §13.7). */
export async function seedOrders(step: SeedStep): Promise<void> {
  await addHistory(step);
  const clerks = openClerks(step, {
    chance: new Chance(20_260_373),
    serve: [serveOrders, earnByOrders, serveRebates, ({ registry }) => raiseConsigned(registry)],
  });
  clerks.begin(anHour);
  const urgent = await clerks.ask('super', callsOf(orderLabel).add, {
    name: '加急',
    color: 'orange',
    order: 1,
  });
  const goods = await placesOf(step);
  await addTillOrders(clerks, step, goods);
  const waiting = await addOnlineOrders(clerks, step, goods);
  await addChanges(clerks, waiting);
  // They would be gone half an hour after the first start.
  await sql`update sale_order set pay_due_at = null where id = any(${waiting}::bigint[])`.execute(step.tx);
  const [first = 0] = waiting;
  clerks.begin(2 * anHour);
  await clerks.ask('cs', orderCalls.bindLabels, { order_ids: [first], label_ids: [urgent.id], op: 'add' });
  await clerks.ask('cs', callsOf(orderCustomerRecord).add, {
    order_id: first,
    record_type: 3,
    content: '客户催促发货，已答复付款后当天发出',
  });
}

/** Goods of shops of which there is enough to sell, each with its shop; not where somebody counts. */
async function placesOf({ tx }: SeedStep): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select p.shop_no, p.warehouse_no, p.sku_no, p.price from (
      select s.shop_no, w.warehouse_no, k.sku_no, greatest(k.tag_price / 2 / 100 * 100, 100) as price,
        row_number() over (partition by s.id order by t.qty_available desc, k.id) as place
      from stock t join shop s on s.warehouse_id = t.warehouse_id and s.status = 1 join warehouse w on w.id = t.warehouse_id join sku k on k.id = t.sku_id
      join stock_balance b on b.warehouse_id = t.warehouse_id and b.sku_id = t.sku_id and b.imperfect_type = t.imperfect_type and b.coded = 0
      where t.imperfect_type = 0 and t.qty_available >= 6
        and not exists (select 1 from stocktaking c where c.warehouse_id = t.warehouse_id and c.status between 0 and 5)) p
    where p.place <= 6 order by p.place, p.shop_no limit 60`.execute(tx);
  if (rows.length === 0) throw new Error('no shop of the demo company has goods to sell');
  return rows;
}

/** The `n`th of them, from the beginning again after the last. */
const nth = <T>(all: readonly T[], n: number): T => all[n % all.length] as T;

async function addTillOrders(clerks: Clerks, step: SeedStep, goods: readonly Place[]): Promise<void> {
  const { rows: members } = await sql<{ no: string }>`
    select user_no as no from member_user where status = 1 order by id limit ${atTill}`.execute(step.tx);
  for (let n = 0; n < atTill; n += 1) {
    const { shop_no, sku_no, price } = nth(goods, n);
    const days = 1 + (n % 25);
    clerks.begin(days);
    const amount = price * (1 + (n % 2));
    await clerks.ask('super', orderCalls.push, {
      source: 1,
      source_order_no: `POS-${10_000 + n}`,
      sale_channel_type: 'shop',
      ordered_at: new Date(step.now.getTime() - days * 86_400_000 + (n % 9) * 60_000).toISOString(),
      shop_no,
      shift: n % 2 === 0 ? '早班' : '晚班',
      cashier: 'cashier',
      ...(n % 3 === 0 ? { user_no: nth(members, n).no } : {}),
      // One till's sum is not what its lines say.
      goods_amount: amount + (n === 7 ? 1 : 0),
      payable_amount: amount,
      items: [{ sku_no, qty: 1 + (n % 2), sale_price: price, final_amount: amount }],
      payments: [
        { pay_type: nth([3, 1, 2, 4], n), amount, trade_no: `TX${20_000 + n}`, payee_account: `门店${shop_no}` },
      ],
    });
  }
}

/** Orders of the mini-program; answers those that wait for their money. */
async function addOnlineOrders(clerks: Clerks, step: SeedStep, goods: readonly Place[]): Promise<number[]> {
  const { rows: carriers } = await sql<{ id: number }>`select id from logistics where status = 1 order by id`.execute(
    step.tx,
  );
  const waiting: number[] = [];
  for (const [n, until] of online.entries()) {
    const { shop_no, sku_no, price } = nth(goods, 3 * n + 1);
    const days = until === 'unpaid' ? anHour : 2 + (n % 5);
    clerks.begin(days);
    const { id, order_no } = await clerks.ask('super', orderCalls.push, {
      source: 2,
      source_order_no: `MP-${30_000 + n}`,
      sale_channel_type: 'mall',
      sale_channel_value: '小程序',
      ordered_at: new Date(step.now.getTime() - (days - anHour) * 86_400_000).toISOString(),
      shop_no,
      receiver: '张女士',
      receiver_mobile: '19900000000',
      receiver_address: '某市某区某路 8 号',
      freight_amount: 1000,
      goods_amount: 2 * price,
      payable_amount: 2 * price + 1000,
      items: [{ sku_no, qty: 2, sale_price: price, final_amount: 2 * price }],
    });
    if (until === 'unpaid') waiting.push(id);
    else await walk(clerks, step, { id, order_no, until, amount: 2 * price + 1000, carrier: nth(carriers, n).id });
  }
  return waiting;
}

interface Walking {
  readonly id: number;
  readonly order_no: string;
  readonly until: Until;
  readonly amount: number;
  readonly carrier: number;
}

async function walk(clerks: Clerks, step: SeedStep, { id, order_no, until, amount, carrier }: Walking): Promise<void> {
  const cancel = { id, reason: '客户拍错尺码' };
  if (until === 'cancelled') return void (await clerks.ask('cs', transitionCall(order, 'cancel'), cancel));
  await clerks.ask('super', orderCalls.pay, {
    order_no,
    payments: [{ pay_type: 1, amount, trade_no: `WX${order_no}`, payee_account: '微信商户 1001' }],
  });
  if (until === 'paid') return;
  if (until === 'paid cancelled') return void (await clerks.ask('cs', transitionCall(order, 'cancel'), cancel));
  const { rows } = await sql<{ id: number; line: number; qty: number }>`
    select o.id, l.id as line, l.qty from order_out o join order_out_line l on l.order_out_id = o.id where o.order_id = ${id} and o.status = 1`.execute(
    step.tx,
  );
  const [out] = rows;
  if (!out) throw new Error(`${order_no} has nothing to pick by`);
  const short = until === 'partly' || until === 'rest cancelled' || until === 'picking';
  await clerks.ask('super', transitionCall(orderOut, 'pick'), {
    id: out.id,
    lines: [{ line_id: out.line, pick_qty: short ? out.qty - 1 : out.qty }],
    ...(short && until !== 'picking' ? { short_confirmed: true } : {}),
  });
  if (until === 'picking' || until === 'picked') return;
  await clerks.ask('super', transitionCall(orderOut, 'ship'), {
    id: out.id,
    logistics_id: carrier,
    waybill_no: `SF${order_no.slice(2)}`,
  });
  if (until === 'rest cancelled')
    await clerks.ask('cs', transitionCall(order, 'cancelRest'), { id, reason: '门店样品破损，缺货' });
  if (until === 'received') await clerks.ask('cs', transitionCall(order, 'receive'), { id });
}

/** A request in every state, and a coupon that stands and one that was taken back. */
async function addChanges(clerks: Clerks, waiting: readonly number[]): Promise<void> {
  const { audit, cancel } = {
    audit: transitionCall(changePrice, 'audit'),
    cancel: transitionCall(changePrice, 'cancel'),
  };
  const [open = 0, passed = 0, rejected = 0, withdrawn = 0] = waiting;
  const nowBy: Clerks['ask'] = async (username, call, input) => {
    clerks.begin(anHour);
    return await clerks.ask(username, call, input);
  };
  const ask = async (order_id: number, less: number) => {
    const { payable_amount: due } = await nowBy('super', callsOf(order).detail, { id: order_id });
    return await nowBy('cs', callsOf(changePrice).add, {
      order_id,
      new_amount: Number(due) - less,
      reason: '老客户要求抹零',
    });
  };
  await ask(open, 100);
  await nowBy('goodsMgr', audit, { id: (await ask(passed, 100)).id, result: 1 });
  await nowBy('goodsMgr', audit, { id: (await ask(rejected, 200)).id, result: 2, remark: '活动价不再让利' });
  await nowBy('cs', cancel, { id: (await ask(withdrawn, 300)).id });
  const verify = async (order_id: number, coupon_code: string) =>
    await nowBy('cs', callsOf(orderOutCoupon).add, {
      order_id,
      platform: '本地生活',
      coupon_code,
      coupon_name: '满减券',
      face_amount: 500,
      settle_amount: 480,
    });
  await verify(rejected, 'BD-100001');
  const given = await verify(withdrawn, 'BD-100002');
  await nowBy('cs', transitionCall(orderOutCoupon, 'revoke'), { id: given.id, reason: '客户改用现金' });
}

/** Sales of shops that were booked in the system before this one: they moved no stock here. A quarter of them lies within the last 28 days, which rules look at. */
async function addHistory({ tx, now, numbers }: SeedStep): Promise<void> {
  const nos = await numbers.take(order.number, now, history);
  const at = now.toISOString();
  await sql`
    with goods as (select array_agg(id) as ids, array_agg(tag_price) as prices from (select id, tag_price from sku where status = 1 order by id) k),
    shops as (select array_agg(id) as ids, array_agg(warehouse_id) as places from (select id, warehouse_id from shop where status = 1 order by id) s),
    members as (select array_agg(id) as ids from (select id from member_user order by id) m),
    plan as (
      select n.no, n.place, g.ids[(1 + n.place * 7919 % cardinality(g.ids))::int] as sku_id, g.prices[(1 + n.place * 7919 % cardinality(g.ids))::int] as tag,
        1 + n.place % 3 as qty, s.ids[(1 + n.place % cardinality(s.ids))::int] as shop_id, s.places[(1 + n.place % cardinality(s.ids))::int] as warehouse_id,
        case when n.place % 3 = 0 then m.ids[(1 + n.place * 31 % cardinality(m.ids))::int] end as user_id,
        ${at}::timestamptz - make_interval(days => (case when n.place % 4 = 0 then 1 + n.place / 4 % 28 else 30 + n.place % 90 end)::int, mins => (n.place * 37 % 600)::int) as at
      from unnest(${nos}::text[]) with ordinality as n (no, place), goods g, shops s, members m
    ), made as (
      insert into sale_order (order_no, source, source_order_no, imported, sale_channel_type, ordered_at, shop_id, warehouse_id, user_id, goods_qty, tag_amount,
        goods_amount, payable_amount, paid_amount, pay_type, paid_at, shipped_at, finished_at, shipped_qty, status, created_by, updated_by, created_at, updated_at)
      select no, 1, 'LS' || place, true, 'shop', at, shop_id, warehouse_id, user_id, qty, tag * qty, tag / 2 * qty, tag / 2 * qty, tag / 2 * qty, 1 + place % 4, at, at, at,
        qty, 5, 1, 1, ${at}, ${at} from plan order by at returning id, order_no
    )
    insert into sale_order_item (sale_order_id, sku_id, qty, tag_price, sale_price, final_amount, shipped_qty)
    select m.id, p.sku_id, p.qty, p.tag, p.tag / 2, p.tag / 2 * p.qty, p.qty from made m join plan p on p.no = m.order_no order by m.id`.execute(
    tx,
  );
}
