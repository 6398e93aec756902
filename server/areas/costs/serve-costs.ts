import { costHistory } from '#contract/areas/costs/cost-history.ts';
import { purchaseCost } from '#contract/areas/costs/purchase-cost.ts';
import { waitingPrice } from '#contract/areas/costs/waiting-price.ts';
import { answerClosing } from '#server/kit/closing-check.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { closingChecks } from './closing-checks.ts';
import { serveCostAdjust } from './cost-adjust.ts';
import { makeEstimatesGood } from './price-estimates.ts';
import { refuseReversing } from './refuse-reversing.ts';

/** What goods cost, and how that changes after they came in (domain.md §3.10, §4.25). */
export function serveCosts(kit: Kit): void {
  for (const view of [purchaseCost, costHistory, waitingPrice]) serveEntity(kit, view);
  serveCostAdjust(kit);
  answerClosing(kit, closingChecks);
  makeEstimatesGood(kit);
  refuseReversing(kit);
}
