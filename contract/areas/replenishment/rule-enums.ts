import type { Choices } from '../../kit/field.ts';
import { codesOf, type States } from '../../kit/states.ts';

/** allot_rule_type of domain.md §2. */
export const ruleTypes = { 1: '补货规则', 2: '调拨通道', 3: '均衡规则', 4: '返仓规则' } as const satisfies Choices;
export const ruleType = { replenish: 1, route: 2, balance: 3, back: 4 } as const;

/** Rules that propose what is to go; a route only says what may go where. */
export const proposes = (type: unknown): boolean =>
  type === ruleType.replenish || type === ruleType.balance || type === ruleType.back;

/** decision_type of domain.md §2. */
export const decisionTypes = { 1: '调拨建议', 2: '差异判责' } as const satisfies Choices;
export const decisionType = { proposal: 1, ruling: 2 } as const;

/** States of a decision by name (domain.md §4.16). */
export const decisionStates = {
  1: ['待确认', 'waiting', 'waiting'],
  2: ['已确认', 'confirmed', 'done'],
  3: ['已驳回', 'rejected', 'refused'],
  4: ['已失效', 'lapsed', 'void'],
} as const satisfies States;
export const decisionState = codesOf(decisionStates);

/** States of a batch of allots by name (domain.md §4.17). */
export const batchStates = {
  1: ['待生成', 'waiting', 'waiting'],
  2: ['已生成', 'made', 'moving'],
  3: ['部分完成', 'partly', 'moving'],
  4: ['已完成', 'finished', 'done'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const batchState = codesOf(batchStates);

/** Days that what sells in a day is the mean of (amendments G11), and days that a simulation goes back. */
export const meanDays = 28;
export const simulatedDays = 90;

/** Days that a proposal may be confirmed, the day it is made on not counted: stock that it was made of does not stay as it is. */
export const validDays = 3;
