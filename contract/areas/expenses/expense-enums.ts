import { codesOf, type States } from '../../kit/states.ts';
/** partner_type of domain.md §2: whom a current expense is between us and. */
export const partnerTypes = { 1: '供应商', 2: '物流公司', 3: '加盟门店', 4: '其他' } as const;
export const partnerType = { supplier: 1, logistics: 2, franchise: 3, other: 4 } as const;

/** current_expense_type of domain.md §2. */
export const currentExpenseTypes = {
  1: '运费',
  2: '返利收入',
  3: '陈列/推广费',
  4: '保证金',
  5: '质量赔付',
  6: '包装/吊牌费',
  7: '其他',
} as const;
export const currentExpenseType = { deposit: 4, other: 7 } as const;

/** settle_way of domain.md §2: paid or received by itself, or within a statement of the supplier. */
export const settleWays = { 1: '直接收付', 2: '结算单抵扣' } as const;
export const settleWay = { direct: 1, deduct: 2 } as const;

/** expense_type of domain.md §2. */
export const expenseTypes = {
  1: '租金',
  2: '物业水电',
  3: '人工',
  4: '运输',
  5: '市场推广',
  6: '办公',
  7: '其他',
} as const;
export const expenseType = { transport: 4, marketing: 5 } as const;

/** States of currentExpense (domain.md §4) and their codes by name. */
export const currentExpenseStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待部门审核', 'department', 'waiting'],
  2: ['待财务审核', 'finance', 'waiting'],
  3: ['待收付', 'ready', 'waiting'],
  4: ['已完成', 'done', 'done'],
  5: ['已驳回', 'rejected', 'refused'],
  6: ['待抵扣', 'deducting', 'moving'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const currentExpenseState = codesOf(currentExpenseStates);
