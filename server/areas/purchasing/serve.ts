import type { Kit } from '#server/kit/serve-entity.ts';
import { serveArrivals } from './arrival/serve-arrivals.ts';
import { serveOrders } from './order/serve-orders.ts';
import { serveGoodsSelection } from './selection/goods-selection.ts';

/** Selections, orders and the appointments that bring them. */
export function servePurchasing(kit: Kit): void {
  serveGoodsSelection(kit);
  serveOrders(kit);
  serveArrivals(kit);
}
