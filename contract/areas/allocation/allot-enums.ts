import type { Choices } from '../../kit/field.ts';

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
export const allotState = {
  waiting: 1,
  toSend: 2,
  moving: 3,
  arrived: 4,
  finished: 5,
  differing: 6,
  rejected: 7,
  cancelled: -1,
} as const;

/** States in which an allot holds what it asks for at its sender. */
export const holdingStates = [allotState.waiting, allotState.toSend] as const;

/** States of the sender's part by name. */
export const outState = { toPick: 1, picking: 2, packed: 3, sent: 4, cancelled: -1 } as const;

/** States of a carton by name. */
export const cartonState = { packed: 1, sent: 2, arrived: 3, unpacked: -1 } as const;

/** States of a difference by name (domain.md §4.16). */
export const diffState = { open: 1, waiting: 2, toDecide: 3, settled: 4, rejected: 5, closed: -1 } as const;

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
