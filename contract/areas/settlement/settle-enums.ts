import { codesOf, type States } from '../../kit/states.ts';
/** What a settle item is for (domain.md §2, amendments G7): 1–4 come of goods and go over a check bill, 5–8 straight into a statement. */
export const settleItemTypes = {
  1: '采购入库',
  2: '代销/联营销售',
  3: '代销/联营销退',
  4: '退返供应商',
  5: '罚款',
  6: '往来费用',
  7: '成本调整',
  8: '余额结转',
} as const;

export const settleItemType = {
  receipt: 1,
  sale: 2,
  saleReturn: 3,
  return: 4,
  fine: 5,
  expense: 6,
  costAdjust: 7,
  carried: 8,
} as const;

export const settleItemStates = {
  0: '待补价',
  1: '待对账',
  2: '对账中',
  3: '已对账',
  4: '结算中',
  5: '已结算',
  [-1]: '已失效',
} as const;

export const settleState = {
  unpriced: 0,
  open: 1,
  inBill: 2,
  checked: 3,
  inStatement: 4,
  settled: 5,
  void: -1,
} as const;

/**
 * The accounts that the house keeps of each supplier (`server/ledger/money`). Above zero is what we owe, but for what was paid ahead and
 * deposited, which is above zero while he has it.
 */
export const subledger = {
  payable: 1,
  prepaid: 2,
  deposit: 3,
  fines: 4,
  expenses: 5,
  costDifferences: 6,
  accrued: 7,
  carried: 8,
} as const;

/** What people call them. */
export const subledgerNames: Readonly<Record<number, string>> = {
  [subledger.payable]: '应付',
  [subledger.prepaid]: '预付',
  [subledger.deposit]: '保证金',
  [subledger.accrued]: '待结算货款',
  [subledger.fines]: '待结算罚款',
  [subledger.expenses]: '待结算费用',
  [subledger.costDifferences]: '待结算成本差异',
  [subledger.carried]: '待结算结转',
};

/** In which account an item of each type stands until a statement takes it over. */
export const subledgerOf: Readonly<Record<number, number>> = {
  [settleItemType.receipt]: subledger.accrued,
  [settleItemType.sale]: subledger.accrued,
  [settleItemType.saleReturn]: subledger.accrued,
  [settleItemType.return]: subledger.accrued,
  [settleItemType.fine]: subledger.fines,
  [settleItemType.expense]: subledger.expenses,
  [settleItemType.costAdjust]: subledger.costDifferences,
  [settleItemType.carried]: subledger.carried,
};

/** fine_type of domain.md §2. */
export const fineTypes = {
  1: '延迟到货',
  2: '未到货',
  3: '短少',
  4: '质量问题',
  5: '吊牌/条码不符',
  6: '其他',
} as const;

/** What becomes of a statement by which the supplier owes us (amendments C). */
export const negativeWays = { 1: '结转下期', 2: '供应商缴回' } as const;
export const negativeWay = { carry: 1, payIn: 2 } as const;

/** payment_type of domain.md §2. */
export const paymentTypes = { 1: '结算付款', 2: '预付款', 3: '保证金' } as const;
export const paymentType = { settlement: 1, prepay: 2, deposit: 3 } as const;

/** Who pays whom. */
export const directions = { 1: '付款', 2: '收款' } as const;
export const direction = { pay: 1, receive: 2 } as const;

/** Why a payment that was made is taken back. */
export const reverseReasons = { 1: '银行退汇', 2: '付错冲回' } as const;

/** Tax within an amount that includes it, rounded half away from zero to the fen (domain.md §1.2). */
export function taxWithin(amount: number, rateBp: number): number {
  const tax = (Math.abs(amount) * rateBp) / (10_000 + rateBp);
  return Math.sign(amount) * Math.floor(tax + 0.5);
}

/**
 * Tax within the price of so many pieces: each is rounded by itself, as it was when they came in, so that goods that come in and go back
 * whole leave nothing (amendments H1).
 */
export const taxOfPieces = (price: number, rateBp: number, qty: number): number => qty * taxWithin(price, rateBp);

/** States of payment (domain.md §4) and their codes by name. */
export const paymentStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待部门审核', 'department', 'waiting'],
  2: ['待财务审核', 'finance', 'waiting'],
  3: ['待付款', 'ready', 'waiting'],
  4: ['已付款', 'paid', 'done'],
  5: ['已驳回', 'rejected', 'refused'],
  6: ['已冲回', 'reversed', 'void'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const paymentState = codesOf(paymentStates);

/** States of statement (domain.md §4) and their codes by name. */
export const statementStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待部门审核', 'department', 'waiting'],
  2: ['待采购确认', 'buyer', 'waiting'],
  3: ['待供应商确认', 'supplier', 'waiting'],
  4: ['待付款', 'payable', 'waiting'],
  5: ['部分付款', 'partlyPaid', 'moving'],
  6: ['已付清', 'paid', 'done'],
  7: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const statementState = codesOf(statementStates);

/** States of checkBill (domain.md §4) and their codes by name. */
export const checkBillStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待供应商确认', 'waiting', 'waiting'],
  2: ['有异议', 'disputed', 'refused'],
  3: ['已确认', 'confirmed', 'done'],
  4: ['结算中', 'settling', 'moving'],
  5: ['已结算', 'settled', 'done'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const checkBillState = codesOf(checkBillStates);
