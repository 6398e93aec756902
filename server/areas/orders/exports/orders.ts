import { afterSales, ordersExport, shoppingBags } from '#contract/areas/orders/exports.ts';
import { askedOf } from '#server/tasks/exports/asked.ts';
import type { SourceOf } from '#server/tasks/exports/source.ts';
import { afterSalesSource } from './after-sales.ts';
import { orderItemsSource, shoppingBagsSource } from './order-items.ts';

/** Lines of orders, shopping bags or after-sales (domain.md §9.2 orders). */
export const ordersSource: SourceOf = (payload, actor) => {
  const asked = askedOf(ordersExport, payload);
  if (payload.export_type === afterSales) return afterSalesSource(asked, actor);
  return payload.export_type === shoppingBags ? shoppingBagsSource(asked, actor) : orderItemsSource(asked, actor);
};
