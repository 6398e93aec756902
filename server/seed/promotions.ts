import { sql } from 'kysely';
import { gift } from '#contract/areas/promotions/gift.ts';
import { giftActivity } from '#contract/areas/promotions/gift-activity.ts';
import { giftReserveCall } from '#contract/areas/promotions/gift-stock.ts';
import { promotion } from '#contract/areas/promotions/promotion.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import { serveGiftActivity } from '#server/areas/promotions/gift-activity.ts';
import { serveGifts } from '#server/areas/promotions/gift-stock.ts';
import { servePromotion } from '#server/areas/promotions/promotion.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

type Until = 'draft' | 'department' | 'finance' | 'ready' | 'rejected' | 'cancelled';

interface Campaign {
  readonly name: string;
  readonly rule: object;
  /** Days from the load at which it begins and ends; what is approved begins and ends by the clock, at the first start of the server. */
  readonly days: readonly [from: number, to: number];
  readonly until: Until;
  /** Goods of its lines, with what each line says besides; none is all goods. */
  readonly lines?: { readonly from: number; readonly count: number; readonly more?: object };
}

const campaigns: readonly Campaign[] = [
  {
    name: '换季一口价',
    rule: { promotion_type: 1 },
    days: [-5, 9],
    until: 'ready',
    lines: { from: 0, count: 12, more: { promo_price: 6900, limit_qty: 3 } },
  },
  {
    name: '店庆直降',
    rule: { promotion_type: 1, cut_amount: 2000 },
    days: [3, 10],
    until: 'ready',
    lines: { from: 12, count: 8 },
  },
  { name: '全场八八折', rule: { promotion_type: 2, discount_x10: 88, stackable: true }, days: [-2, 5], until: 'ready' },
  {
    name: '清仓五折',
    rule: { promotion_type: 2, discount_x10: 50, priority: 20 },
    days: [-24, -10],
    until: 'ready',
    lines: { from: 20, count: 15 },
  },
  {
    name: '满300减40',
    rule: { promotion_type: 3, step_amount_1: 30_000, step_cut_1: 4000, step_amount_2: 50_000, step_cut_2: 9000 },
    days: [-3, 12],
    until: 'ready',
  },
  {
    name: '每满200减20',
    rule: { promotion_type: 3, step_amount_1: 20_000, step_cut_1: 2000, repeats: true, priority: 5 },
    days: [6, 16],
    until: 'finance',
  },
  {
    name: '两件九折三件八折',
    rule: { promotion_type: 4, step_qty_1: 2, step_discount_1: 90, step_qty_2: 3, step_discount_2: 80 },
    days: [4, 11],
    until: 'department',
  },
  {
    name: '第二件半价',
    rule: { promotion_type: 5, nth: 2, nth_discount_x10: 50, priority: 8 },
    days: [2, 9],
    until: 'rejected',
    lines: { from: 40, count: 10 },
  },
  {
    name: '会员日第三件三折',
    rule: { promotion_type: 5, nth: 3, nth_discount_x10: 30, user_level: [3, 4] },
    days: [-30, -28],
    until: 'ready',
  },
  {
    name: '加价换购袜品',
    rule: { promotion_type: 6, exchange_amount: 19_900 },
    days: [1, 20],
    until: 'ready',
    lines: { from: 60, count: 4, more: { promo_price: 990 } },
  },
  {
    name: '小程序专享九折',
    rule: { promotion_type: 2, discount_x10: 90, sale_channel_values: ['小程序'], priority: 3 },
    days: [5, 12],
    until: 'draft',
  },
  {
    name: '错误设置的一口价',
    rule: { promotion_type: 1, priority: 9 },
    days: [1, 3],
    until: 'cancelled',
    lines: { from: 70, count: 3, more: { promo_price: 100 } },
  },
];

/** How many of each gift a shop's warehouse keeps, and what its activity may give. */
const keptOfGift = 6;
const activities: readonly { name: string; rule: object; days: readonly [number, number]; until: Until }[] = [
  { name: '满199赠', rule: { trigger_type: 1, threshold_amount: 19_900 }, days: [-4, 8], until: 'ready' },
  { name: '满3件赠', rule: { trigger_type: 2, threshold_qty: 3 }, days: [3, 9], until: 'ready' },
  { name: '新店有礼', rule: { trigger_type: 1, threshold_amount: 9900 }, days: [2, 6], until: 'department' },
  { name: '满500赠', rule: { trigger_type: 1, threshold_amount: 50_000 }, days: [5, 15], until: 'draft' },
  { name: '开学有礼', rule: { trigger_type: 2, threshold_qty: 2 }, days: [-20, -12], until: 'ready' },
  { name: '满99赠', rule: { trigger_type: 1, threshold_amount: 9900 }, days: [4, 7], until: 'rejected' },
  { name: '误建活动', rule: { trigger_type: 2, threshold_qty: 1 }, days: [6, 7], until: 'cancelled' },
];

/** Promotions of every type and gift activities, in every state once the server has been started, and gifts that a shop keeps (domain.md §13.8). */
export async function seedPromotions(step: SeedStep): Promise<void> {
  const clerks = openClerks(step, {
    chance: new Chance(20_260_376),
    serve: [servePromotion, serveGifts, serveGiftActivity],
  });
  await addPromotions(step, clerks);
  await addActivities(step, clerks);
}

const at = ({ now }: SeedStep, days: number): string => new Date(now.getTime() + days * 86_400_000).toISOString();

async function addPromotions(step: SeedStep, clerks: Clerks): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from sku where status = 1 order by sku_no limit 100`.execute(
    step.tx,
  );
  for (const { name, rule, days, until, lines } of campaigns) {
    // Written and judged before its time.
    clerks.begin(Math.max(2, 2 - days[0]));
    const goods = lines ? rows.slice(lines.from, lines.from + lines.count) : [];
    const { id } = await clerks.ask('mkt', callsOf(promotion).add, {
      name,
      bear_side: 1,
      ...rule,
      start_time: at(step, days[0]),
      end_time: at(step, days[1]),
      lines: goods.map((one) => ({ sku_id: one.id, ...lines?.more })),
    } as never);
    const move = (who: string, transition: string, more: object = {}) =>
      clerks.ask(who, transitionCall(promotion, transition), { id, ...more });
    if (until === 'draft') continue;
    if (until === 'cancelled') {
      await move('mkt', 'cancel', { reason: '价格填写错误' });
      continue;
    }
    await move('mkt', 'submit');
    if (until === 'department') continue;
    if (until === 'rejected') {
      await move('goodsMgr', 'departmentVerify', { result: verdict.reject, remark: '毛利不足，请调整折扣' });
      continue;
    }
    await move('goodsMgr', 'departmentVerify', { result: verdict.pass });
    if (until === 'finance') continue;
    await move('finMgr', 'financeVerify', { result: verdict.pass });
  }
}

interface Place {
  shop_id: number;
  warehouse_id: number;
  skus: number[];
}

/** The shop with the most goods that it can spare: its warehouse keeps the gifts. */
async function placeOf({ tx }: SeedStep): Promise<Place | undefined> {
  const { rows } = await sql<Place>`
    select s.id as shop_id, s.warehouse_id, (array_agg(b.sku_id order by b.on_hand - b.locked desc, b.sku_id))[1:6] as skus
    from shop s join stock_balance b on b.warehouse_id = s.warehouse_id and b.imperfect_type = 0 and b.coded = 0
    where s.status = 1 and b.on_hand - b.locked >= ${keptOfGift * 2}
    group by s.id having count(*) >= 6 order by count(*) desc, s.id limit 1`.execute(tx);
  return rows[0];
}

async function addActivities(step: SeedStep, clerks: Clerks): Promise<void> {
  const place = await placeOf(step);
  if (!place) return;
  const gifts: number[] = [];
  clerks.begin(40);
  for (const [index, sku_id] of place.skus.entries()) {
    const { id } = await clerks.ask('mkt', callsOf(gift).add, {
      name: giftNames[index] ?? '赠品',
      sku_id,
      value_amount: 990 + index * 300,
      per_user_limit: 1 + (index % 2),
    });
    await clerks.ask('mkt', giftReserveCall, { gift_id: id, warehouse_id: place.warehouse_id, qty: keptOfGift });
    gifts.push(id);
  }
  for (const [index, { name, rule, days, until }] of activities.entries()) {
    clerks.begin(Math.max(2, 2 - days[0]));
    const { id } = await clerks.ask('mkt', callsOf(giftActivity).add, {
      name,
      ...rule,
      shop_ids: [place.shop_id],
      start_time: at(step, days[0]),
      end_time: at(step, days[1]),
      lines: [{ gift_id: gifts[index % gifts.length], qty: 1, limit_qty: keptOfGift / 2 }],
    } as never);
    const move = (who: string, transition: string, more: object = {}) =>
      clerks.ask(who, transitionCall(giftActivity, transition), { id, ...more });
    if (until === 'draft') continue;
    if (until === 'cancelled') {
      await move('mkt', 'cancel', { reason: '重复创建' });
      continue;
    }
    await move('mkt', 'submit');
    if (until === 'department') continue;
    if (until === 'rejected') await move('goodsMgr', 'audit', { result: verdict.reject, remark: '赠品成本过高' });
    else await move('goodsMgr', 'audit', { result: verdict.pass });
  }
}

const giftNames = ['棉袜三双装', '帆布购物袋', '保温杯', '遮阳帽', '洗护旅行装', '钥匙扣'];
