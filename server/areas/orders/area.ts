import { importType, taskType } from '#contract/areas/tasks/task.ts';
import type { ServerArea } from '#server/area.ts';
import { runOrdersTask } from '#server/import/tasks/run-orders-task.ts';
import { ordersSource } from './exports/orders.ts';
import { takeFees } from './take-fees.ts';

/** Orders, what comes back of them, and refunds. */
export const orders: ServerArea = {
  name: 'orders',
  serve: takeFees,
  exports: { [taskType.orders]: ordersSource },
  imports: { [importType.orders]: runOrdersTask },
};
