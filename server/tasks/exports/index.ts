import { type ExportType, taskType } from '#contract/areas/tasks/task.ts';
import { goodsSource } from './goods.ts';
import { inboundSource } from './inbound.ts';
import { ordersSource } from './orders.ts';
import { purchaseSource } from './purchase.ts';
import type { SourceOf } from './source.ts';
import { stockSource } from './stock.ts';

/** The rows of each kind of export (domain.md §9.2). */
export const exportSources: Readonly<Record<ExportType, SourceOf>> = {
  [taskType.goods]: goodsSource,
  [taskType.orders]: ordersSource,
  [taskType.inbound]: inboundSource,
  [taskType.purchase]: purchaseSource,
  [taskType.stock]: stockSource,
};
