import { taskType } from '#contract/areas/tasks/task.ts';
import type { ServerArea } from '#server/area.ts';
import { seedImperfect } from '#server/seed/imperfect.ts';
import { seedPurchasing } from '#server/seed/purchasing.ts';
import { seedReturns } from '#server/seed/returns.ts';
import { inboundSource } from './exports/inbound.ts';
import { purchaseSource } from './exports/purchase.ts';
import { servePurchasing } from './serve-purchasing.ts';

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
    { name: 'imperfect goods', after: ['batches of goods that expire'], run: seedImperfect },
    { name: 'returns to suppliers', after: ['imperfect goods'], run: seedReturns },
  ],
};
