import type { Choices } from '../../kit/field.ts';
import { codesOf, type States } from '../../kit/states.ts';

/** voucher_biz of domain.md §2. */
export const voucherBiz = {
  1: '采购入库',
  2: '退返出库',
  3: '代销成本',
  4: '销售收款',
  5: '销售成本',
  6: '销售退货',
  7: '盘点损溢',
  8: '调拨',
  9: '罚款',
  10: '付款',
  11: '往来费用',
  12: '费用',
  13: '成本调整',
  14: '收银长短款',
  15: '渠道手续费',
  16: '结算确认',
  17: '预付冲抵',
  18: '其他出入库',
  19: '门店结算',
  20: '付费会员',
  21: '会员返利',
  99: '手工',
} as const satisfies Choices;
/** The one that a person writes by hand. */
export const byHand = 99;

/** abnormal_type of domain.md §2, and what has none for another reason: its voucher was reversed, or it is older than the books. */
export const abnormalType = {
  1: '科目未映射',
  2: '借贷不平',
  3: '期间已关闭',
  4: '成本缺失',
  5: '来源单据缺失',
  6: '待生成凭证',
} as const satisfies Choices;
export const abnormalOf = { unmapped: 1, closed: 3, unbooked: 6 } as const;

/** voucherAbnormal_status of domain.md §4.26. */
export const abnormalStatus = { 1: '待处理', 2: '已处理', 3: '已忽略' } as const satisfies Choices;
export const abnormalState = { waiting: 1, dealt: 2, ignored: 3 } as const;

/** States of a voucher by name (domain.md §4.26). */
export const voucherStates = {
  1: ['待审核', 'waiting', 'waiting'],
  2: ['已审核', 'audited', 'moving'],
  3: ['已过账', 'posted', 'done'],
  4: ['已冲销', 'reversed', 'void'],
  [-1]: ['已删除', 'deleted', 'void'],
} as const satisfies States;
export const voucherState = codesOf(voucherStates);
