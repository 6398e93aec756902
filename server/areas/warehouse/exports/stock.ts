import { stockDetails, stockExport } from '#contract/areas/warehouse/exports.ts';
import { askedOf } from '#server/tasks/exports/asked.ts';
import type { SourceOf } from '#server/tasks/exports/source.ts';
import { stockDetailsSource } from './stock-details.ts';
import { stockSummarySource } from './stock-summary.ts';

/** What stands where, summed or in parts (domain.md §9.2 stock). */
export const stockSource: SourceOf = (payload, actor) => {
  const asked = askedOf(stockExport, payload);
  return payload.export_type === stockDetails ? stockDetailsSource(asked, actor) : stockSummarySource(asked, actor);
};
