import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPromotion } from './apply.ts';
import type { Basket, PricingGoods, PricingPromotion } from './basket.ts';
import { candidateOf } from './choose.ts';
import { priceBasket } from './price-basket.ts';
import { shareByWeight } from './shares.ts';

// Worked out by hand first, then the choice between promotions beside a look at every combination.

const line = (given: Partial<PricingGoods> = {}): PricingGoods => ({
  is_exclude: false,
  sku_id: null,
  category_id: null,
  brand_id: null,
  ...given,
});

const promotion = (given: Partial<PricingPromotion> = {}): PricingPromotion => ({
  id: 1,
  promotion_no: `CX${given.id ?? 1}`,
  name: '活动',
  promotion_type: 2,
  priority: 0,
  stackable: false,
  shop_ids: [],
  sale_channel_values: null,
  user_level: null,
  start_time: '2026-01-01T00:00:00.000Z',
  end_time: '2026-02-01T00:00:00.000Z',
  lines: [],
  ...given,
});

const basket = (...lines: [sku: number, price: number, qty: number][]): Basket => ({
  shop_id: 1,
  sale_channel_value: null,
  user_level: null,
  at: '2026-01-15T00:00:00.000Z',
  lines: lines.map(([sku_id, sale_price, qty]) => ({
    sku_id,
    category_path: [10, 10 + (sku_id % 2) + 1],
    brand_id: sku_id % 3,
    sale_price,
    qty,
  })),
});

const offs = (one: Basket, ...promotions: PricingPromotion[]) =>
  priceBasket(one, promotions).lines.map(({ amount, final_amount }) => amount - final_amount);

describe('one promotion', () => {
  it.each<[string, Basket, Partial<PricingPromotion>, number[]]>([
    [
      'a price for its goods',
      basket([1, 9900, 2], [2, 5000, 1]),
      { promotion_type: 1, lines: [line({ sku_id: 1, promo_price: 6900 })] },
      [6000, 0],
    ],
    [
      'a price up to its limit',
      basket([1, 9900, 3]),
      { promotion_type: 1, lines: [line({ sku_id: 1, promo_price: 6900, limit_qty: 2 })] },
      [6000],
    ],
    [
      'no price above the present one',
      basket([1, 5000, 1]),
      { promotion_type: 1, lines: [line({ sku_id: 1, promo_price: 6900 })] },
      [0],
    ],
    [
      'a cut, a fen at least remaining',
      basket([1, 9900, 2], [2, 100, 3]),
      { promotion_type: 1, cut_amount: 2000, lines: [line({ category_id: 10 })] },
      [4000, 297],
    ],
    [
      'a discount, rounded by line',
      basket([1, 3333, 1], [2, 9999, 1]),
      { promotion_type: 2, discount_x10: 85 },
      [500, 1500],
    ],
    [
      'the nearest line of its goods',
      basket([1, 10_000, 1], [2, 10_000, 1]),
      {
        promotion_type: 2,
        discount_x10: 90,
        lines: [line({ category_id: 10 }), line({ sku_id: 2, discount_x10: 50 })],
      },
      [1000, 5000],
    ],
    [
      'none of what is left out',
      basket([1, 10_000, 1], [2, 10_000, 1]),
      { promotion_type: 2, discount_x10: 90, lines: [line({ is_exclude: true, sku_id: 1 })] },
      [0, 1000],
    ],
    [
      'a cut shared to the fen',
      basket([1, 10_000, 1], [2, 10_000, 1], [3, 10_000, 1]),
      { promotion_type: 3, step_amount_1: 20_000, step_cut_1: 2000, step_amount_2: 30_000, step_cut_2: 5000 },
      [1667, 1667, 1666],
    ],
    [
      'a cut for every time',
      basket([1, 25_000, 1]),
      { promotion_type: 3, step_amount_1: 10_000, step_cut_1: 1500, repeats: true },
      [3000],
    ],
    [
      'nothing below its threshold',
      basket([1, 9999, 2]),
      { promotion_type: 3, step_amount_1: 20_000, step_cut_1: 2000 },
      [0],
    ],
    [
      'a discount for several pieces',
      basket([1, 9900, 2], [2, 4900, 1]),
      { promotion_type: 4, step_qty_1: 2, step_discount_1: 90, step_qty_2: 3, step_discount_2: 80 },
      [3960, 980],
    ],
    [
      'every second piece for half, the cheaper one',
      basket([1, 10_000, 1], [2, 6000, 3]),
      { promotion_type: 5, nth: 2, nth_discount_x10: 50 },
      [0, 6000],
    ],
    [
      'an exchange once others reach it',
      basket([1, 20_000, 1], [2, 6000, 2]),
      { promotion_type: 6, exchange_amount: 20_000, lines: [line({ sku_id: 2, promo_price: 1000 })] },
      [0, 5000],
    ],
    [
      'no exchange without others',
      basket([2, 60_000, 2]),
      { promotion_type: 6, exchange_amount: 20_000, lines: [line({ sku_id: 2, promo_price: 1000 })] },
      [0],
    ],
  ])('gives %s', (_name, one, given, expected) => {
    expect(offs(one, promotion(given))).toEqual(expected);
  });

  it('is for its shops or channels, levels and time, and says why not', () => {
    const why = (given: Partial<PricingPromotion>) =>
      priceBasket(basket([1, 10_000, 1]), [promotion({ discount_x10: 90, ...given })]).steps[0]?.words;
    expect(why({ shop_ids: [2] })).toBe('不在活动门店或渠道');
    expect(why({ sale_channel_values: ['mall'] })).toBe('不在活动门店或渠道');
    expect(why({ shop_ids: [1], sale_channel_values: ['mall'] })).toBe('按折扣计算');
    expect(why({ user_level: [3] })).toBe('会员等级不符');
    expect(why({ start_time: '2026-01-16T00:00:00.000Z' })).toBe('活动未开始');
    expect(why({ end_time: '2026-01-15T00:00:00.000Z' })).toBe('活动已结束');
    expect(why({ lines: [line({ sku_id: 9 })] })).toBe('没有适用的商品');
  });
});

describe('several promotions', () => {
  const [ten, twenty] = [promotion({ id: 1, discount_x10: 90 }), promotion({ id: 2, discount_x10: 80 })];

  it('compete: the higher priority holds, of equal ones the one that gives more', () => {
    expect(offs(basket([1, 10_000, 1]), ten, twenty)).toEqual([2000]);
    expect(offs(basket([1, 10_000, 1]), { ...ten, priority: 1 }, twenty)).toEqual([1000]);
    expect(priceBasket(basket([1, 10_000, 1]), [ten, twenty]).steps.map(({ words }) => words)).toEqual([
      '不与 CX2 叠加，后者优先',
      '按折扣计算',
    ]);
  });

  it('stack on what is left, in their order, where both do', () => {
    const [one, other] = [
      { ...ten, stackable: true },
      { ...twenty, stackable: true },
    ];
    expect(offs(basket([1, 10_000, 1]), one, other)).toEqual([2800]);
  });

  it('hold beside one another on other goods', () => {
    const [one, other] = [
      { ...ten, lines: [line({ sku_id: 1 })] },
      { ...twenty, lines: [line({ sku_id: 2 })] },
    ];
    expect(offs(basket([1, 10_000, 1], [2, 10_000, 1]), one, other)).toEqual([1000, 2000]);
  });
});

it('shares by weight, exact, none above its weight', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 8 }),
      fc.nat(),
      (weights, any) => {
        const whole = weights.reduce((sum, one) => sum + one, 0);
        const amount = whole === 0 ? 0 : any % (whole + 1);
        const shares = shareByWeight(amount, weights);
        expect(shares.reduce((sum, one) => sum + one, 0)).toBe(amount);
        for (const [place, share] of shares.entries()) expect(share >= 0 && share <= (weights[place] ?? 0)).toBe(true);
      },
    ),
  );
});

const price = fc.integer({ min: 1, max: 30_000 });
const tenths = fc.integer({ min: 10, max: 99 });
const meant = fc.array(
  fc.record({
    is_exclude: fc.constant(false),
    sku_id: fc.option(fc.integer({ min: 1, max: 4 })),
    category_id: fc.constantFrom(null, 11, 12),
    brand_id: fc.constantFrom(null, null, 1),
    promo_price: price,
    discount_x10: tenths,
    limit_qty: fc.option(fc.integer({ min: 1, max: 3 })),
  }),
  { maxLength: 3 },
);
const rule = fc.record({
  promotion_type: fc.integer({ min: 1, max: 6 }),
  priority: fc.integer({ min: 0, max: 2 }),
  stackable: fc.boolean(),
  cut_amount: fc.integer({ min: 1, max: 5000 }),
  discount_x10: tenths,
  step_amount_1: price,
  step_cut_1: fc.integer({ min: 1, max: 5000 }),
  repeats: fc.boolean(),
  step_qty_1: fc.integer({ min: 1, max: 5 }),
  step_discount_1: tenths,
  nth: fc.integer({ min: 2, max: 4 }),
  nth_discount_x10: tenths,
  exchange_amount: price,
  lines: meant,
});
const goods = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), price, fc.integer({ min: 1, max: 4 })), {
  minLength: 1,
  maxLength: 4,
});

/** Every combination that may hold together, the best of them: level by level what it gives, then how few it takes. */
function bestOfAll(one: Basket, promotions: readonly PricingPromotion[]): { score: number[]; total: number } {
  const ordered = [...promotions].sort((a, b) => b.priority - a.priority || a.id - b.id);
  const candidates = ordered.map((each) => candidateOf(each, one));
  const levels = [...new Set(ordered.map(({ priority }) => priority))];
  let best: { score: number[]; total: number } | undefined;
  for (let chosen = 0; chosen < 2 ** candidates.length; chosen += 1) {
    const set = candidates.filter((_each, place) => (chosen >> place) % 2 === 1);
    const clash = set.some((a, at) =>
      set
        .slice(at + 1)
        .some(
          (b) =>
            !(a.promotion.stackable && b.promotion.stackable) &&
            a.covered.some(({ place }) => b.covered.some((other) => other.place === place)),
        ),
    );
    if (clash) continue;
    const left = one.lines.map(({ sale_price, qty }) => sale_price * qty);
    const given = new Map<number, [amount: number, count: number, ids: number]>();
    const holds = set.every((each) => {
      const { amount, amounts } = applyPromotion({ ...each, basket: one, left });
      for (const [place, off] of amounts) left[place] = (left[place] ?? 0) - off;
      const [sum, count, ids] = given.get(each.promotion.priority) ?? [0, 0, 0];
      given.set(each.promotion.priority, [sum + amount, count - 1, ids * 10 - each.promotion.id]);
      return amount > 0;
    });
    if (!holds) continue;
    const score = levels.flatMap((level) => given.get(level) ?? [0, 0, 0]);
    const total = [...given.values()].reduce((sum, [amount]) => sum + amount, 0);
    if (!best || isAbove(score, best.score)) best = { score, total };
  }
  return best ?? { score: [], total: 0 };
}

function isAbove(one: readonly number[], other: readonly number[]): boolean {
  const at = one.findIndex((figure, place) => figure !== other[place]);
  return at >= 0 && (one[at] ?? 0) > (other[at] ?? 0);
}

it('chooses what a look at every combination chooses, and takes off exactly what it says, on 10,000 baskets', () => {
  fc.assert(
    fc.property(goods, fc.array(rule, { minLength: 1, maxLength: 5 }), (lines, rules) => {
      const one = basket(...lines);
      const promotions = rules.map((each, at) => promotion({ ...each, id: at + 1 }));
      const priced = priceBasket(one, promotions);
      expect(priced.discount_amount).toBe(bestOfAll(one, promotions).total);
      let off = 0;
      for (const { amount, final_amount, discounts } of priced.lines) {
        const sum = discounts.reduce((total, each) => total + each.amount, 0);
        expect(final_amount).toBe(amount - sum);
        expect(final_amount >= 0).toBe(true);
        off += sum;
      }
      expect(off).toBe(priced.discount_amount);
      expect(priced.steps.reduce((sum, { amount }) => sum + amount, 0)).toBe(off);
    }),
    { numRuns: 10_000 },
  );
});
