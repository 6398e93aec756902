import type { Kit } from '#server/kit/serve-entity.ts';
import { serveArrivals } from './arrival/serve-arrivals.ts';
import { serveInbound } from './inbound/serve-inbound.ts';
import { serveOrders } from './order/serve-orders.ts';
import { serveGoodsSelection } from './selection/goods-selection.ts';

/** Selections, orders, the appointments that bring them, and what comes in. */
export function servePurchasing(kit: Kit): void {
  serveGoodsSelection(kit);
  serveOrders(kit);
  serveArrivals(kit);
  serveInbound(kit);
}
