import type { Choices } from '../../kit/field.ts';
import { codesOf, type States } from '../../kit/states.ts';

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
export const promotionStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待部门审核', 'department', 'waiting'],
  2: ['待财务审核', 'finance', 'waiting'],
  3: ['待开始', 'ready', 'moving'],
  4: ['进行中', 'running', 'done'],
  5: ['已结束', 'ended', 'void'],
  6: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const promotionState = codesOf(promotionStates);
export const activityStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待审核', 'waiting', 'waiting'],
  2: ['待开始', 'ready', 'moving'],
  3: ['进行中', 'running', 'done'],
  4: ['已结束', 'ended', 'void'],
  5: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const activityState = codesOf(activityStates);

/** Steps of thresholds that one promotion may have. */
export const stepPlaces = [1, 2, 3] as const;

/** lock_type of domain.md §2: pieces kept as gifts. */
export const giftLock = 6;
