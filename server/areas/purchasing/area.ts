import { taskType } from '#contract/areas/tasks/task.ts';
import type { ServerArea } from '#server/area.ts';
import { seedImperfect } from '#server/seed/imperfect.ts';
import { seedReturns } from '#server/seed/returns.ts';
import { inboundSource } from './exports/inbound.ts';
import { purchaseSource } from './exports/purchase.ts';
import { serveImperfect } from './imperfect/serve.ts';
import { serveReturns } from './returns/serve.ts';

/** From the order at a supplier to the goods on the shelf and the bill. */
export const purchasing: ServerArea = {
  name: 'purchasing',
  serve(kit) {
    serveReturns(kit);
    serveImperfect(kit);
  },
  exports: { [taskType.inbound]: inboundSource, [taskType.purchase]: purchaseSource },
  seed: [
    { name: 'imperfect goods', after: ['batches of goods that expire'], run: seedImperfect },
    { name: 'returns to suppliers', after: ['imperfect goods'], run: seedReturns },
  ],
};
