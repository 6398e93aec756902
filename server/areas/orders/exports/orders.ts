import { afterSales, shoppingBags } from '#contract/areas/tasks/forms.ts';
import { taskType } from '#contract/areas/tasks/task.ts';
import { afterSalesSource } from './after-sales.ts';
import { askedOf } from './asked.ts';
import { orderItemsSource, shoppingBagsSource } from './order-items.ts';
import type { SourceOf } from './source.ts';

/** Lines of orders, shopping bags or after-sales (domain.md §9.2 orders). */
export const ordersSource: SourceOf = (payload, actor) => {
  const asked = askedOf(taskType.orders, payload);
  if (payload.export_type === afterSales) return afterSalesSource(asked, actor);
  return payload.export_type === shoppingBags ? shoppingBagsSource(asked, actor) : orderItemsSource(asked, actor);
};
