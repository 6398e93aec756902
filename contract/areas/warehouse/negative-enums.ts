import { codesOf, type States } from '../../kit/states.ts';
/** Why goods may go below nothing: a rule lets them, or they were sold already when the books learnt of it (amendments B). */
export const negativeCause = { rule: 1, sold: 2 } as const;

export const negativeCauses = { 1: '规则允许', 2: '已成交' } as const;

/** What a case was offset by: pieces of a batch that somebody chose, pieces of an adjustment, pieces that came in or were let go, what was sold and came back. */
export const offsetType = { batch: 1, adjustment: 2, automatic: 3, givenBack: 4 } as const;

export const offsetTypes = { 1: '指定批次', 2: '关联调整单', 3: '自动冲销', 4: '退货冲回' } as const;

/** Those of them that a person chooses. */
export const offsetChoices = { 1: offsetTypes[1], 2: offsetTypes[2] } as const;

/** negativeInventory_status of domain.md §4.19. */
export const negativeStates = {
  1: ['未冲销', 'open', 'waiting'],
  2: ['部分冲销', 'partly', 'moving'],
  3: ['已冲销', 'offset', 'done'],
} as const satisfies States;
export const negativeState = codesOf(negativeStates);
