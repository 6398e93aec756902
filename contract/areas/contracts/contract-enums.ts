import type { Choices, RecordValues } from '../../kit/field.ts';
import { isGiven } from '../../kit/given.ts';
import { codesOf, type States } from '../../kit/states.ts';

/** contract_type of domain.md §2. */
export const contractType = {
  1: '采购框架合同',
  2: '单次采购合同',
  3: '代销合同',
  4: '联营合同',
  5: '补充协议',
} as const satisfies Choices;
/** 补充协议: it stands beside the contract that it supplements and may share its brands. */
export const supplement = 5;

/** States of a contract by name (domain.md §4.4). */
export const contractStates = {
  0: ['草稿', 'draft', 'idle'],
  1: ['待审核', 'waiting', 'waiting'],
  2: ['已驳回', 'rejected', 'refused'],
  3: ['待生效', 'toTakeEffect', 'waiting'],
  4: ['执行中', 'inForce', 'moving'],
  5: ['已到期', 'expired', 'done'],
  6: ['已终止', 'terminated', 'done'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const contractState = codesOf(contractStates);

/** Contracts to choose from for what is agreed with a supplier: those in these states, and the supplier's alone once there is one. */
export const contractsOf =
  (...states: readonly number[]) =>
  ({ supplier_id }: RecordValues) => ({ status: states, ...(isGiven(supplier_id) ? { supplier_id } : {}) });

/** auth_level of domain.md §2. */
export const authLevel = { 1: '品牌方直授', 2: '一级代理', 3: '二级代理', 4: '经销授权' } as const satisfies Choices;

/** What becomes of the open purchase orders of a contract that is terminated. */
export const openOrdersChoice = { 1: '保留，继续收货', 2: '关闭剩余' } as const satisfies Choices;
export const openOrders = { keep: 1, close: 2 } as const;

/** Days before the end of a contract or of an authorisation on which its purchaser is told (domain.md §4.4). */
export const daysAhead: readonly number[] = [30, 7];

/** 联营, of co_model: settled by a share of the sales, and nobody else is. */
export const jointSale = 3;
