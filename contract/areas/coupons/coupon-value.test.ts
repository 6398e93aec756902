import { describe, expect, it } from 'vitest';
import { type BasketLine, type CouponTerms, companyShareOf, couponValue } from './coupon-value.ts';

// What a coupon takes off: worked examples by hand, and everything that must hold of any basket, over thousands of small ones.

const terms: CouponTerms = {
  coupon_type: 1,
  threshold_amount: 20_000,
  discount_amount: 3000,
  discount_x10: null,
  max_amount: null,
  scope_shop_ids: [],
  scope_category_ids: [],
  scope_brand_ids: [],
  exclude_sku_ids: [],
};
const held = { valid_from: '2026-05-01T00:00:00Z', valid_to: '2026-06-01T00:00:00Z' };
const line = (amount: number, more: Partial<BasketLine> = {}): BasketLine => ({
  sku_id: 1,
  brand_id: 1,
  category_ids: [1, 10],
  qty: 1,
  amount,
  ...more,
});
const basket = (lines: readonly BasketLine[], at = '2026-05-10T00:00:00Z') => ({ shop_id: 7, at, lines });
const value = (more: Partial<CouponTerms>, lines: readonly BasketLine[], at?: string) =>
  couponValue({ ...terms, ...more }, held, basket(lines, at));

describe('a coupon takes off', () => {
  it('its sum, split by the largest remainder', () => {
    // 3000 over 100.00, 100.00 and 100.01: 999.97, 999.97 and 1000.07 fen; the two left over go to the first two.
    expect(value({}, [line(10_000), line(10_000), line(10_001)])).toEqual({ amount: 3000, shares: [1000, 1000, 1000] });
  });
  it('a discount of what is within its scope alone, up to its most', () => {
    const lines = [line(9999), line(5000, { brand_id: 2 })];
    const discounted = { coupon_type: 2, discount_amount: null, discount_x10: 85, threshold_amount: 0 };
    // 85 % of 99.99 is 84.9915: 84.99 stay.
    expect(value({ ...discounted, scope_brand_ids: [1] }, lines)).toEqual({ amount: 1500, shares: [1500, 0] });
    expect(value({ ...discounted, scope_brand_ids: [1], max_amount: 700 }, lines).amount).toBe(700);
  });
  it('one piece, the dearest, for an exchange', () => {
    const lines = [line(5000), line(12_000, { qty: 2 })];
    expect(value({ coupon_type: 4, threshold_amount: 0 }, lines)).toEqual({ amount: 6000, shares: [0, 6000] });
    expect(value({ coupon_type: 4, threshold_amount: 0, max_amount: 3900 }, lines).shares).toEqual([0, 3900]);
  });
  it('no more than the goods cost', () => {
    expect(value({ coupon_type: 3, threshold_amount: 0 }, [line(1200), line(300)])).toEqual({
      amount: 1500,
      shares: [1200, 300],
    });
  });
});

describe('a coupon takes nothing off', () => {
  it.each<[string, Partial<CouponTerms>, string | undefined]>([
    ['未达到使用门槛', { threshold_amount: 20_001 }, undefined],
    ['本门店不可使用', { scope_shop_ids: [8] }, undefined],
    ['没有可使用此券的商品', { scope_brand_ids: [2] }, undefined],
    ['没有可使用此券的商品', { scope_category_ids: [2] }, undefined],
    ['没有可使用此券的商品', { exclude_sku_ids: [1] }, undefined],
    ['未到有效期', {}, '2026-04-30T23:59:59Z'],
    ['已过有效期', {}, '2026-06-01T00:00:00Z'],
  ])('%s', (why, more, at) => {
    expect(value(more, [line(20_000)], at)).toEqual({ amount: 0, shares: [0], why });
  });
  it('but does where the scope names what stands above, and at the first instant', () => {
    expect(value({ scope_category_ids: [10] }, [line(20_000)], held.valid_from).amount).toBe(3000);
  });
});

it('every small basket: shares add up, stay within their lines, and are no more than a fen from the exact share', () => {
  const prices = [0, 1, 2, 7, 33, 100];
  for (const a of prices)
    for (const b of prices)
      for (const c of prices)
        for (const type of [1, 2, 3])
          for (const off of [1, 5, 40, 99]) {
            const lines = [line(a), line(b, { brand_id: 2 }), line(c)];
            const scope = type === 3 ? [1] : [];
            const within = [a, scope.length > 0 ? 0 : b, c];
            const all = within.reduce((sum, one) => sum + one, 0);
            const more = {
              coupon_type: type,
              threshold_amount: 3,
              discount_amount: off,
              discount_x10: Math.max(off, 10),
            };
            const { amount, shares, why } = value({ ...more, scope_brand_ids: scope }, lines);
            if (all < 3) {
              expect(why).toBeDefined();
              expect(amount).toBe(0);
              continue;
            }
            const exact = type === 2 ? all - Math.floor((all * Math.max(off, 10)) / 100) : Math.min(off, all);
            expect(amount).toBe(exact);
            expect(shares.reduce((sum, one) => sum + one, 0)).toBe(amount);
            for (const [at, share] of shares.entries()) {
              expect(share).toBeLessThanOrEqual(within[at] ?? 0);
              expect(share).toBeGreaterThanOrEqual(0);
              expect(Math.abs(share * all - amount * (within[at] ?? 0))).toBeLessThan(all);
            }
          }
});

it('who bears it', () => {
  expect(companyShareOf({ bear_side: 1, supplier_rate_bp: null })).toBe(10_000);
  expect(companyShareOf({ bear_side: 2, supplier_rate_bp: null })).toBe(0);
  expect(companyShareOf({ bear_side: 3, supplier_rate_bp: 4000 })).toBe(6000);
});
