import { taskType } from '#contract/areas/tasks/task.ts';
import type { ServerArea } from '#server/area.ts';
import { seedPurchasing } from '#server/seed/purchasing.ts';
import { inboundSource } from './exports/inbound.ts';
import { purchaseSource } from './exports/purchase.ts';
import { servePurchasing } from './serve.ts';

/** From the order at a supplier to the goods on the shelf and the bill. */
export const purchasing: ServerArea = {
  name: 'purchasing',
  serve: servePurchasing,
  exports: { [taskType.inbound]: inboundSource, [taskType.purchase]: purchaseSource },
  seed: [
    {
      name: 'purchase orders and arrivals',
      after: ['purchase prices', 'opening stock'],
      run: seedPurchasing,
    },
  ],
};
