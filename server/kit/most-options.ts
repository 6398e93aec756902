import type { OptionsRequest } from '#contract/kit/calls.ts';
import { limits } from '#contract/kit/limits.ts';

/**
 * How many options a question of a select is answered with, for an SQL `limit`: a page of what is searched for; null, all,
 * of the records that the question names itself by ids or texts. Whoever names records has them, and a name left out
 * would pass for one that is not there.
 */
export function mostOptions({ ids, texts, page_size }: OptionsRequest): number | null {
  return page_size ?? (ids || texts ? null : limits.pageSizeMost);
}
