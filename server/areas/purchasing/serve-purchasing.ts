import { allotReceived, goodsDamaged } from '#contract/areas/allocation/allot-events.ts';
import { answerClosing } from '#server/kit/closing-check.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { serveArrivals } from './arrival/serve-arrivals.ts';
import { closingChecks } from './closing-checks.ts';
import { registerDamaged } from './imperfect/register-damaged.ts';
import { serveImperfect } from './imperfect/serve-imperfect.ts';
import { followCosts } from './inbound/follow-costs.ts';
import { recordMoved } from './inbound/record-moved.ts';
import { serveInbound } from './inbound/serve-inbound.ts';
import { serveOrders } from './order/serve-orders.ts';
import { serveReturns } from './returns/serve-returns.ts';
import { serveGoodsSelection } from './selection/goods-selection.ts';

/** Selections, orders, the appointments that bring them, what comes in, and what goes back or is not as it should be. */
export function servePurchasing(kit: Kit): void {
  serveGoodsSelection(kit);
  serveOrders(kit);
  serveArrivals(kit);
  serveInbound(kit);
  serveReturns(kit);
  serveImperfect(kit);
  followCosts(kit);
  answerClosing(kit, closingChecks);
  // What comes from another warehouse is recorded, and what of it is damaged waits to be judged.
  kit.registry.events.on(allotReceived, (context, received) => recordMoved(context, kit.numbers, received));
  kit.registry.events.on(goodsDamaged, (context, damaged) => registerDamaged(kit, context, damaged));
}
