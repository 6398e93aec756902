import type { Kit } from '#server/kit/serve-entity.ts';
import { serveArrivals } from './arrival/serve-arrivals.ts';
import { serveImperfect } from './imperfect/serve.ts';
import { serveInbound } from './inbound/serve-inbound.ts';
import { serveOrders } from './order/serve-orders.ts';
import { serveReturns } from './returns/serve.ts';
import { serveGoodsSelection } from './selection/goods-selection.ts';

/** Selections, orders, the appointments that bring them, what comes in, and what goes back or is not as it should be. */
export function servePurchasing(kit: Kit): void {
  serveGoodsSelection(kit);
  serveOrders(kit);
  serveArrivals(kit);
  serveInbound(kit);
  serveReturns(kit);
  serveImperfect(kit);
}
