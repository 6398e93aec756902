import { codesOf, type States } from '../../kit/states.ts';
/** order_status of domain.md §2, by name. */
export const orderStates = {
  1: ['待付款', 'toPay', 'waiting'],
  2: ['待发货', 'toShip', 'waiting'],
  3: ['部分发货', 'partlyShipped', 'moving'],
  4: ['已发货', 'shipped', 'moving'],
  5: ['已完成', 'finished', 'done'],
  6: ['已取消', 'cancelled', 'void'],
  7: ['已关闭(全额退款)', 'refunded', 'refused'],
} as const satisfies States;
export const orderState = codesOf(orderStates);

export const outStates = {
  1: ['待拣货', 'toPick', 'waiting'],
  2: ['拣货中', 'picking', 'moving'],
  3: ['待发货', 'toShip', 'waiting'],
  4: ['已发货', 'shipped', 'done'],
  [-1]: ['已取消', 'cancelled', 'void'],
} as const satisfies States;
export const outState = codesOf(outStates);
export const changeStates = {
  1: ['待审核', 'waiting', 'waiting'],
  2: ['已通过', 'passed', 'done'],
  3: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已撤销', 'withdrawn', 'void'],
} as const satisfies States;
export const changeState = codesOf(changeStates);
export const couponStates = {
  1: ['已核销', 'verified', 'done'],
  2: ['已撤销', 'revoked', 'void'],
  3: ['已对账', 'reconciled', 'done'],
} as const satisfies States;
export const couponState = codesOf(couponStates);

/** The till of a shop, of order_source: its goods leave as they are paid. */
export const till = 1;

/** pay_type of domain.md §2, by name. `combined` is said of an order alone, `points` of history alone (amendments G15). */
export const payWay = {
  wechat: 1,
  alipay: 2,
  cash: 3,
  card: 4,
  stored: 5,
  coupon: 6,
  points: 7,
  combined: 8,
  exchange: 9,
} as const;

/** record_type of domain.md §2. */
export const recordTypes = { 1: '咨询', 2: '投诉', 3: '催单', 4: '回访' } as const;

/** How the money of an order stands. */
export const accountStates = { 1: '未收款', 2: '部分收款', 3: '已收款', 4: '部分退款', 5: '全额退款' } as const;

/** What moved money of an order. */
export const flowKinds = { 1: '收款', 2: '退款', 3: '手续费' } as const;

/** The label of orders whose sums were not what their lines say. */
export const abnormalLabel = '价格异常';

/**
 * What pieces of a line from `from` to `to` (counted from 0) are worth of its whole amount, in fen: parts that follow one another add up to
 * the amount exactly, however they are cut.
 */
export function shareOf(amount: number, qty: number, { from, to }: { from: number; to: number }): number {
  if (qty <= 0) return 0;
  const upTo = (pieces: number) => Number((BigInt(amount) * BigInt(pieces)) / BigInt(qty));
  return upTo(to) - upTo(from);
}

/** Splits an amount (0 or more) by weights, exactly: each its share rounded down, what is left to the largest remainders, the first of equals first. */
export function splitBy(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + BigInt(weight), 0n);
  if (whole === 0n) return weights.map((_weight, place) => (place === 0 ? amount : 0));
  const parts = weights.map((weight, place) => {
    const share = BigInt(amount) * BigInt(weight);
    return { place, part: Number(share / whole), rest: share % whole };
  });
  let left = amount - parts.reduce((sum, { part }) => sum + part, 0);
  for (const one of parts.toSorted((a, b) => (a.rest === b.rest ? a.place - b.place : a.rest > b.rest ? -1 : 1))) {
    if (left <= 0) break;
    one.part += 1;
    left -= 1;
  }
  return parts.map(({ part }) => part);
}
