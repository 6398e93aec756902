import { importType, taskType } from '#contract/areas/tasks/task.ts';
import type { ServerArea } from '#server/area.ts';
import { runOrdersTask } from '#server/import/tasks/run-orders-task.ts';
import { seedOrders } from '#server/seed/orders.ts';
import { ordersSource } from './exports/orders.ts';
import { serveOrders } from './serve-orders.ts';

/** Orders, what was paid for them and how they left. */
export const orders: ServerArea = {
  name: 'orders',
  serve: serveOrders,
  seed: [
    { name: 'orders', after: ['members', 'negative stock', 'rules, decisions and batches of allots'], run: seedOrders },
  ],
  exports: { [taskType.orders]: ordersSource },
  imports: { [importType.orders]: runOrdersTask },
};
