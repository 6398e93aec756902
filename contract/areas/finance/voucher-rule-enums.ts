import { codesOf, type States } from '../../kit/states.ts';

/** States of a proposed change of a rule. */
export const ruleChangeStates = {
  1: ['待审批', 'waiting', 'waiting'],
  2: ['已生效', 'inForce', 'done'],
  3: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已撤销', 'withdrawn', 'void'],
} as const satisfies States;
export const ruleChangeState = codesOf(ruleChangeStates);

/** Subjects that are held against an account kept beside the books (stock, suppliers, losses: I33, I34 and the closing checks): no rule leaves or takes up one. */
export const controlSubjects: readonly string[] = ['1123', '1221.02', '1405', '1408', '1901', '2202.01', '2202.02'];
