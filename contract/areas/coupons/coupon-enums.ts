import type { Choices, RecordValues } from '../../kit/field.ts';
import { codesOf, type States } from '../../kit/states.ts';

/** coupon_type of domain.md §2. */
export const couponTypes = { 1: '满减券', 2: '折扣券', 3: '现金券', 4: '兑换券' } as const satisfies Choices;
export const couponType = { cut: 1, discount: 2, cash: 3, exchange: 4 } as const;

/** valid_type of domain.md §2. */
export const validTypes = { 1: '固定日期', 2: '领取后N天' } as const satisfies Choices;
export const validType = { dates: 1, days: 2 } as const;

/** bear_side of domain.md §2, as coupons have it. */
export const couponBearers = { 1: '公司', 2: '供应商', 3: '共担' } as const satisfies Choices;
export const couponBearer = { company: 1, supplier: 2, shared: 3 } as const;

/** send_target of domain.md §2. */
export const sendTargets = { 1: '会员标签', 2: '指定会员', 3: '导入名单', 4: '全部会员' } as const satisfies Choices;
export const sendTarget = { labels: 1, members: 2, names: 3, everybody: 4 } as const;

/** user_coupon_status of domain.md §2. */
export const userCouponStatuses = {
  1: '未使用',
  2: '已锁定',
  3: '已使用',
  4: '已过期',
  [-1]: '已作废',
} as const satisfies Choices;
export const userCouponStatus = { free: 1, locked: 2, used: 3, expired: 4, voided: -1 } as const;

/** What became of one member of a send. */
export const sendOutcomes = { 0: '待发放', 1: '成功', 2: '失败' } as const satisfies Choices;
export const sendOutcome = { waiting: 0, done: 1, refused: 2 } as const;

/** States of a coupon and of a send by name (domain.md §4.20). */
export const couponStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待部门审核', 'department', 'waiting'],
  2: ['待财务审核', 'finance', 'waiting'],
  3: ['可发放', 'ready', 'done'],
  4: ['已驳回', 'rejected', 'refused'],
  5: ['已过期', 'expired', 'void'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const couponState = codesOf(couponStates);
export const sendStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待部门审核', 'department', 'waiting'],
  2: ['待财务审核', 'finance', 'waiting'],
  3: ['待发放', 'ready', 'waiting'],
  4: ['发放中', 'running', 'moving'],
  5: ['已发放', 'done', 'done'],
  6: ['部分失败', 'partly', 'refused'],
  7: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const sendState = codesOf(sendStates);

/** The records in which a field is one of these codes. */
export const where =
  (field: string, ...codes: readonly number[]) =>
  (values: RecordValues): boolean =>
    codes.includes(values[field] as number);
