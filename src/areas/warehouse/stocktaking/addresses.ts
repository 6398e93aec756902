import { stocktaking, stocktakingState } from '#contract/areas/warehouse/stocktaking.ts';
import { type CalledTransition, calledSteps } from '#contract/kit/transition.ts';

/** Addresses of the stocktaking screens (specification §2). */
export const stocktakingAt = {
  list: '/storage/stocktakingList',
  add: '/storage/addstockTak',
  edit: (id: number) => `/storage/addstockTak?id=${id}`,
  detail: (id: number) => `/storage/stocktakingDetal?id=${id}`,
  review: (id: number) => `/storage/stocktakingDetalshenhe?id=${id}`,
} as const;

/** States in which somebody judges a sheet rather than counts it. */
export const judged: readonly number[] = [stocktakingState.toReview, stocktakingState.toAudit, stocktakingState.toPost];

/** States in which somebody is out there counting. */
export const counting: readonly number[] = [stocktakingState.counting, stocktakingState.recounting];

/** The step that a sheet in this state waits for from somebody who judges it; undefined while it is counted, and afterwards. */
export function judgementOf(status: number): CalledTransition | undefined {
  if (!judged.includes(status)) return undefined;
  return calledSteps(stocktaking).find((step) => step.from.includes(status) && !step.cancels);
}
