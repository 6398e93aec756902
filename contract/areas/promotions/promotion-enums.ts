import type { Choices } from '../../kit/field.ts';

/** promotion_type of domain.md §2. */
export const promotionTypes = {
  1: '直降/一口价',
  2: '折扣',
  3: '满减',
  4: '满件折',
  5: '第N件折',
  6: '加价购',
} as const satisfies Choices;
export const promotionType = { price: 1, discount: 2, cut: 3, several: 4, nth: 5, exchange: 6 } as const;

/** bear_side of domain.md §2. */
export const bearSides = { 1: '公司', 2: '供应商', 3: '共担' } as const satisfies Choices;
export const bearSide = { company: 1, supplier: 2, shared: 3 } as const;

/** gift_trigger of domain.md §2. */
export const giftTriggers = { 1: '满额赠', 2: '满件赠', 3: '指定商品赠' } as const satisfies Choices;
export const giftTrigger = { amount: 1, pieces: 2, goods: 3 } as const;

/** States of domain.md §4.20 by name. */
export const promotionState = {
  draft: 0,
  department: 1,
  finance: 2,
  ready: 3,
  running: 4,
  ended: 5,
  rejected: 6,
  cancelled: -1,
} as const;
export const activityState = {
  draft: 0,
  waiting: 1,
  ready: 2,
  running: 3,
  ended: 4,
  rejected: 5,
  cancelled: -1,
} as const;

/** Steps of thresholds that one promotion may have. */
export const stepPlaces = [1, 2, 3] as const;

/** lock_type of domain.md §2: pieces kept as gifts. */
export const giftLock = 6;
