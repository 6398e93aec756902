import { inquiry } from '../../kit/event.ts';

/** What is looked at before a month is closed, in this order (domain.md §7.1). */
export const closingChecks = {
  cashier: '收银对账已完成',
  channels: '渠道对账已完成',
  shopBills: '门店账单已结算',
  inbound: '入库批次已过账',
  transit: '调拨在途已清理',
  counts: '盘点已过账',
  adjustments: '库存调整已处理',
  negatives: '负库存已冲销',
  estimates: '暂估价已补',
  costs: '成本调整已过账',
  expenses: '费用已审核',
  currentExpenses: '往来费用已审核',
  books: '库存账实一致',
  abnormals: '凭证无异常',
  vouchers: '凭证已过账',
  losses: '待处理财产损溢已结转',
} as const;

export type ClosingCheck = keyof typeof closingChecks;

/** What an area found of one of them. */
export interface ClosingAnswer {
  check: ClosingCheck;
  ok: boolean;
  /** How many are in the way. */
  count: number;
  /** Where they are listed. */
  url: string;
  /** It is said and keeps nobody from closing. */
  warning: boolean;
}

/** Asked of all areas before a month is closed: days are yyyy-MM-dd, both of the month. `counted`: only what a count tells, not what reads all ledgers. */
export const periodClosing = inquiry<{ period: string; start: string; end: string; counted?: true }, ClosingAnswer[]>(
  'periodClosing',
);
