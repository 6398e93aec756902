import { taskType } from '#contract/areas/tasks/task.ts';
import type { ServerArea } from '#server/area.ts';
import { inboundSource } from './exports/inbound.ts';
import { purchaseSource } from './exports/purchase.ts';

/** From the order at a supplier to the goods on the shelf and the bill. */
export const purchasing: ServerArea = {
  name: 'purchasing',
  exports: { [taskType.inbound]: inboundSource, [taskType.purchase]: purchaseSource },
};
