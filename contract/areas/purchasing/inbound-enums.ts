import { codesOf, type States } from '../../kit/states.ts';
/** States of an inbound batch by name (domain.md §4.7). */
export const inWareBatchStates = {
  1: ['待清点', 'toCount', 'waiting'],
  2: ['清点中', 'counting', 'moving'],
  3: ['待审核', 'waiting', 'waiting'],
  4: ['已入库', 'posted', 'done'],
  5: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已作废', 'cancelled', 'void'],
} as const satisfies States;
export const batchState = codesOf(inWareBatchStates);

/** States in which a batch is on its way: what it plans is in no other batch. */
export const openBatchStates: readonly number[] = [
  batchState.toCount,
  batchState.counting,
  batchState.waiting,
  batchState.rejected,
];

/** in_type 采购入库 of domain.md §2: goods that a purchase order brings; all other batches are made by the documents that bring goods. */
export const boughtIn = 1;

/** States of a difference order by name (domain.md §4.8). */
export const differenceStates = {
  1: ['待处理', 'toDeal', 'waiting'],
  2: ['待审核', 'waiting', 'waiting'],
  3: ['已处理', 'dealt', 'done'],
  4: ['已驳回', 'rejected', 'refused'],
  [-1]: ['已关闭', 'closed', 'void'],
} as const satisfies States;
export const differenceState = codesOf(differenceStates);

/** diff_type of domain.md §2. */
export const diffTypes = { 1: '少货', 2: '多货', 3: '错款', 4: '质量' } as const;
export const diffType = { short: 1, over: 2, wrong: 3, quality: 4 } as const;
export type DiffType = (typeof diffType)[keyof typeof diffType];

/** inbound_deal_type of domain.md §2. */
export const dealTypes = { 1: '按实收结案', 2: '供应商补货', 3: '多货接收', 4: '多货退回', 5: '拒收' } as const;
export const dealType = { asCounted: 1, resupply: 2, accept: 3, giveBack: 4, refuse: 5 } as const;

/** duty of domain.md §2, as far as goods that come in go. */
export const inboundDuties = { 1: '供应商', 2: '物流', 3: '仓库' } as const;
export const supplierDuty = 1;

/** What may be decided of each kind of difference. */
export const dealsFor: Readonly<Record<number, readonly number[]>> = {
  [diffType.short]: [dealType.asCounted, dealType.resupply],
  [diffType.over]: [dealType.accept, dealType.giveBack],
  [diffType.wrong]: [dealType.accept, dealType.giveBack, dealType.refuse],
  [diffType.quality]: [dealType.asCounted, dealType.refuse],
};

/** fine_type of domain.md §2, as far as differences lead to fines. */
export const fineForDifference = { short: 3, quality: 4 } as const;

/** Step of a batch's history by which its figures become somebody's work, and what that makes of them. */
export const countSteps = { count: '清点人' } as const;
