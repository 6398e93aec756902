import type { Choices } from '../../kit/field.ts';
import { codesOf, type States } from '../../kit/states.ts';

/** pay_type of domain.md §2, those that a rule names. */
export const payKind = { cash: 3, stored: 5, coupon: 6, points: 7, exchange: 9 } as const;

/** Kinds of payment that are no money of anybody's: points are a discount (amendments C), what an exchange is credited was paid once before. */
export const noMoney: readonly number[] = [payKind.points, payKind.exchange];

/** order_source of domain.md §2, those that a rule names. */
export const soldAt = { till: 1, platform: 4 } as const;

/** recon_channel of domain.md §2. */
export const reconChannels = {
  1: '微信支付',
  2: '支付宝',
  3: '银联商务',
  4: '第三方平台',
  5: '本地生活券',
} as const satisfies Choices;
export const reconChannel = { platform: 4, coupon: 5 } as const;

/** match_state of domain.md §2. */
export const matchStates = {
  1: '一致',
  2: '金额不符',
  3: '渠道多',
  4: '系统多',
  5: '已处理',
} as const satisfies Choices;
export const matchState = { same: 1, amount: 2, channelOnly: 3, systemOnly: 4, dealt: 5 } as const;

/** What is done about a line that does not match. */
export const dealTypes = {
  1: '跨日到账',
  2: '渠道补款',
  3: '退回渠道',
  4: '系统补记',
  5: '列为损益',
  6: '其他',
} as const satisfies Choices;

/** period_type of domain.md §2. */
export const periodTypes = { 1: '日', 2: '月' } as const satisfies Choices;
export const periodType = { day: 1, month: 2 } as const;

/** shop_type of domain.md §2 that shares what it takes. */
export const sharingShops: readonly unknown[] = [2, 3];

/** States of channelRecon (domain.md §4) and their codes by name. */
export const channelReconStates = {
  1: ['待对账', 'waiting', 'waiting'],
  2: ['有差异', 'differs', 'refused'],
  3: ['已完成', 'finished', 'done'],
} as const satisfies States;
export const channelReconState = codesOf(channelReconStates);
