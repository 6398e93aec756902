import type { Choices } from '../../kit/field.ts';
import { codesOf, type States } from '../../kit/states.ts';

/** Levels of a member by growth (domain.md §2 user_level). */
export const userLevels = { 1: '普通', 2: '银卡', 3: '金卡', 4: '黑金' } as const;

/** user_status of domain.md §2, and members who asked to be forgotten. */
export const userStatuses = { 1: '正常', 2: '冻结', 3: '已注销' } as const;
export const userStatus = { live: 1, frozen: 2, erased: 3 } as const;

/** growth_biz and point_biz of domain.md §2. */
export const growthBiz = { 1: '消费', 2: '退款扣回', 3: '签到', 4: '活动', 5: '人工调整' } as const;
export const pointBiz = {
  1: '消费获得',
  2: '退款扣回',
  3: '抵扣使用',
  4: '抵扣退回',
  5: '过期',
  6: '人工调整',
} as const;
/** Codes of point_biz that orders move points by; earned and taken back are those of growth, too. */
export const bizOf = { earned: 1, takenBack: 2, used: 3, givenBack: 4, expired: 5 } as const;
export const byHandGrowth = 5;
export const byHandPoints = 6;

/** The most that one adjustment by hand moves, either way. */
export const mostAdjusted = 1_000_000;

/** paid_status of domain.md §2. */
export const paidStates = {
  1: ['生效中', 'live', 'moving'],
  2: ['已到期', 'ended', 'done'],
  [-1]: ['已退订', 'left', 'void'],
} as const satisfies States;
export const paidState = codesOf(paidStates);

/** Ways in which money for a plan is taken in by hand: those of pay_type in which money really comes. */
export const paidWays = { 1: '微信', 2: '支付宝', 3: '现金', 4: '银行卡' } as const satisfies Choices;
export const cashWay = 3;

/** rebate_status of domain.md §2. */
export const rebateStates = {
  1: ['待结算', 'waiting', 'waiting'],
  2: ['已发放', 'settled', 'done'],
  [-1]: ['已失效', 'lapsed', 'void'],
} as const satisfies States;
export const rebateState = codesOf(rebateStates);

/** What moves the stored value of a member. */
export const storedBiz = {
  1: '消费',
  2: '退款退回',
  3: '期初',
  4: '返利发放',
  5: '返利扣回',
} as const satisfies Choices;
export const storedBizOf = { paid: 1, refunded: 2, begun: 3, rebate: 4, rebateTaken: 5 } as const;
