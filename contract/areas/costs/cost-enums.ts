import { codesOf, type States } from '../../kit/states.ts';
/** cost_reason of domain.md §2. */
export const costReasons = { 1: '价格后补', 2: '运费分摊', 3: '供应商折让', 4: '录入更正', 5: '减值' } as const;
export const costReason = { laterPrice: 1, freight: 2, allowance: 3, correction: 4, impairment: 5 } as const;

/** Whether the supplier is owed more, or less, for it. */
export const toSupplierChoices = { 0: '否', 1: '是' } as const;

/** What changed what goods cost. */
export const costChanges = { 1: '入库', 2: '成本调整' } as const;

/** States of costAdjust (domain.md §4) and their codes by name. */
export const costAdjustStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待部门审核', 'department', 'waiting'],
  2: ['待财务审核', 'finance', 'waiting'],
  3: ['已过账', 'posted', 'done'],
  4: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const costAdjustState = codesOf(costAdjustStates);
