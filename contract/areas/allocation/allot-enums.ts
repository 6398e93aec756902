import type { Choices } from '../../kit/field.ts';
import { codesOf, type States } from '../../kit/states.ts';

/** allot_type of domain.md §2. */
export const allotTypes = {
  1: '总仓铺货',
  2: '门店补货',
  3: '店间调拨',
  4: '返仓',
  5: '残次返仓',
} as const satisfies Choices;
export const allotType = { push: 1, replenish: 2, between: 3, back: 4, imperfectBack: 5 } as const;

/** allot_source of domain.md §2: who had the allot made. */
export const allotSources = { 1: '手工', 2: '批量调拨', 3: '决策生成' } as const satisfies Choices;
export const allotSource = { byHand: 1, batch: 2, decision: 3 } as const;

/** States of an allot by name (domain.md §4.15). */
export const allotStates = {
  1: ['待审核', 'waiting', 'waiting'],
  2: ['待发货', 'toSend', 'waiting'],
  3: ['在途', 'moving', 'moving'],
  4: ['已到货', 'arrived', 'moving'],
  5: ['已完成', 'finished', 'done'],
  6: ['差异处理中', 'differing', 'waiting'],
  7: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已取消', 'cancelled', 'void'],
} as const satisfies States;
export const allotState = codesOf(allotStates);

/** States in which an allot holds what it asks for at its sender. */
export const holdingStates = [allotState.waiting, allotState.toSend] as const;

/** States of the sender's part by name. */
export const outStates = {
  1: ['待拣货', 'toPick', 'waiting'],
  2: ['拣货中', 'picking', 'moving'],
  3: ['已装箱', 'packed', 'moving'],
  4: ['已发货', 'sent', 'done'],
  [-1]: ['已取消', 'cancelled', 'void'],
} as const satisfies States;
export const outState = codesOf(outStates);

/** States of a carton by name. */
export const cartonStates = {
  1: ['已装箱', 'packed', 'waiting'],
  2: ['已发货', 'sent', 'moving'],
  3: ['已到货', 'arrived', 'done'],
  [-1]: ['已拆箱', 'unpacked', 'void'],
} as const satisfies States;
export const cartonState = codesOf(cartonStates);

/** States of a difference by name (domain.md §4.16). */
export const diffStates = {
  1: ['待举证', 'open', 'waiting'],
  2: ['待审核', 'waiting', 'waiting'],
  3: ['待判责', 'toDecide', 'waiting'],
  4: ['已结案', 'settled', 'done'],
  5: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已关闭', 'closed', 'void'],
} as const satisfies States;
export const diffState = codesOf(diffStates);

/** allot_decide_type of domain.md §2: what became of pieces that differ. */
export const decideTypes = {
  1: '调出方少发(退回调出仓)',
  2: '物流丢失(核销)',
  3: '调入方漏点(补入)',
  4: '多发接收(补调入)',
  5: '多发退回',
} as const satisfies Choices;
export const decideType = { back: 1, lost: 2, found: 3, accept: 4, giveBack: 5 } as const;

/** What may be decided of pieces that are missing, and of those that are too many. */
export const decisionsOfShort: readonly number[] = [decideType.back, decideType.lost, decideType.found];
export const decisionsOfSurplus: readonly number[] = [decideType.accept, decideType.giveBack];

/** diff_type of domain.md §2, as far as allots go. */
export const allotDiffTypes = { 1: '少货', 2: '多货' } as const satisfies Choices;
export const allotDiffType = { short: 1, surplus: 2 } as const;

/** duty of domain.md §2, as far as goods between warehouses go. */
export const allotDuties = { 2: '物流', 3: '调出方/仓库', 4: '调入方/门店', 5: '无责' } as const satisfies Choices;
export const allotDuty = { carrier: 2, sender: 3, receiver: 4, nobody: 5 } as const;

/** The two ends of an allot, as api.csv spells them. */
export const sides = { 1: '调出方', 2: '调入方' } as const satisfies Choices;
export const side = { sender: 1, receiver: 2 } as const;

/** So long after the goods were signed for one end may keep silent (domain.md §4.16). */
export const answerHours = 48;
