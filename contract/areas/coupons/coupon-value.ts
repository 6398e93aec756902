import { couponBearer, couponType } from './coupon-enums.ts';

/** What of a coupon decides on what it takes off. Money in fen, times ISO. */
export interface CouponTerms {
  readonly coupon_type: number;
  readonly threshold_amount: number;
  readonly discount_amount: number | null;
  readonly discount_x10: number | null;
  readonly max_amount: number | null;
  readonly scope_shop_ids: readonly number[];
  readonly scope_category_ids: readonly number[];
  readonly scope_brand_ids: readonly number[];
  readonly exclude_sku_ids: readonly number[];
}

/** A line of a basket as it stands before the coupon; `amount` is what its pieces cost together. */
export interface BasketLine {
  readonly sku_id: number;
  readonly brand_id: number;
  /** Its category and all above it: a coupon for a category is one for what stands below. */
  readonly category_ids: readonly number[];
  readonly qty: number;
  readonly amount: number;
}

export interface Basket {
  readonly shop_id: number | null;
  readonly at: string;
  readonly lines: readonly BasketLine[];
}

/** What a coupon takes off, and of which lines how much, in their order; or why it takes nothing off. */
export type CouponValue =
  | { readonly amount: number; readonly shares: readonly number[]; readonly why?: undefined }
  | { readonly amount: 0; readonly shares: readonly number[]; readonly why: string };

/** What a coupon takes off a basket while it holds (`valid_from` to `valid_to`, the end not included). Never more than its goods cost. */
export function couponValue(
  terms: CouponTerms,
  held: { readonly valid_from: string; readonly valid_to: string },
  basket: Basket,
): CouponValue {
  const nothing = (why: string): CouponValue => ({ amount: 0, shares: basket.lines.map(() => 0), why });
  const at = Date.parse(basket.at);
  if (at < Date.parse(held.valid_from)) return nothing('未到有效期');
  if (at >= Date.parse(held.valid_to)) return nothing('已过有效期');
  const shops = terms.scope_shop_ids;
  if (shops.length > 0 && (basket.shop_id === null || !shops.includes(basket.shop_id)))
    return nothing('本门店不可使用');
  const amounts = basket.lines.map((line) => (isWithin(terms, line) ? line.amount : 0));
  const within = amounts.reduce((sum, one) => sum + one, 0);
  if (within === 0) return nothing('没有可使用此券的商品');
  if (within < terms.threshold_amount) return nothing('未达到使用门槛');
  if (terms.coupon_type === couponType.exchange) return exchanged(terms, basket, amounts);
  const amount = Math.min(offOf(terms, within), within);
  return { amount, shares: splitOver(amount, amounts) };
}

/** Which share of what it takes off the company bears, in basis points (amendments G15). */
export function companyShareOf(terms: { bear_side: number; supplier_rate_bp: number | null }): number {
  if (terms.bear_side === couponBearer.company) return 10_000;
  return terms.bear_side === couponBearer.supplier ? 0 : 10_000 - (terms.supplier_rate_bp ?? 0);
}

function isWithin(terms: CouponTerms, { sku_id, brand_id, category_ids }: BasketLine): boolean {
  const { scope_category_ids: categories, scope_brand_ids: brands, exclude_sku_ids: excluded } = terms;
  return (
    !excluded.includes(sku_id) &&
    (brands.length === 0 || brands.includes(brand_id)) &&
    (categories.length === 0 || category_ids.some((id) => categories.includes(id)))
  );
}

/** A discount keeps what it leaves to the fen below: 4.5 折 of 0.99 is 0.44, and 0.55 is taken off. */
function offOf({ coupon_type, discount_amount, discount_x10, max_amount }: CouponTerms, within: number): number {
  if (coupon_type !== couponType.discount) return discount_amount ?? 0;
  const off = within - Number((BigInt(within) * BigInt(discount_x10 ?? 100)) / 100n);
  return Math.min(off, max_amount ?? off);
}

/** One piece is given for it: the dearest of those that it is for, up to what it may be worth. */
function exchanged({ max_amount }: CouponTerms, { lines }: Basket, amounts: readonly number[]): CouponValue {
  let [dearest, place] = [0, -1];
  for (const [at, { qty }] of lines.entries()) {
    const piece = qty > 0 ? Math.ceil((amounts[at] ?? 0) / qty) : 0;
    if (piece > dearest) [dearest, place] = [piece, at];
  }
  const amount = Math.min(dearest, max_amount ?? dearest);
  return { amount, shares: lines.map((_line, at) => (at === place ? amount : 0)) };
}

/** Splits a sum over amounts by the largest remainder, to the fen; of equal remainders the earlier line has it. Exact: no floats. */
function splitOver(sum: number, amounts: readonly number[]): number[] {
  const all = BigInt(amounts.reduce((total, one) => total + one, 0));
  const parts = amounts.map((one, place) => {
    const product = BigInt(sum) * BigInt(one);
    return { place, share: Number(product / all), rest: product % all };
  });
  let left = sum - parts.reduce((total, { share }) => total + share, 0);
  const shares = parts.map(({ share }) => share);
  for (const { place } of parts.toSorted((a, b) =>
    a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1,
  )) {
    if (left === 0) break;
    shares[place] = (shares[place] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}
