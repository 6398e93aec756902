import { stockDetails } from '#contract/areas/tasks/forms.ts';
import { taskType } from '#contract/areas/tasks/task.ts';
import { askedOf } from './asked.ts';
import type { SourceOf } from './source.ts';
import { stockDetailsSource } from './stock-details.ts';
import { stockSummarySource } from './stock-summary.ts';

/** What stands where, summed or in parts (domain.md §9.2 stock). */
export const stockSource: SourceOf = (payload, actor) => {
  const asked = askedOf(taskType.stock, payload);
  return payload.export_type === stockDetails ? stockDetailsSource(asked, actor) : stockSummarySource(asked, actor);
};
