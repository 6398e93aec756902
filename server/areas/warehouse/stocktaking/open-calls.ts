import { stocktakingState } from '#contract/areas/warehouse/stocktaking.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { isOpen, isStranger, type Sheet } from './sheet.ts';

/** Which calls besides the transitions a person may make of a sheet now: what its screens offer (design §12). */
export function openCalls({ actor }: ReadContext, record: Record<string, unknown>): string[] {
  const sheet = record as unknown as Sheet;
  const holds = (verb: string) => actor.permissions.has(`stocktaking:${verb}`);
  const mayCount = isOpen(sheet) && holds('count') && !isStranger(sheet, actor);
  const judged = sheet.status === stocktakingState.toReview || sheet.status === stocktakingState.toAudit;
  return [
    ...(mayCount ? ['count'] : []),
    ...(mayCount || (isOpen(sheet) && holds('count') && holds('review')) ? ['closeZone'] : []),
    ...(judged && holds('review') ? ['reviewLines'] : []),
  ];
}
