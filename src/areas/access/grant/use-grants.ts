import { type GrantQuestion, type GrantRequest, grantCalls } from '#contract/areas/access/grant.ts';
import { limits } from '#contract/kit/limits.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { type Reading, useRead } from '#src/engine/use-read.ts';
import { grants } from '../use-write.ts';

/** One page of requests for rights, newest first. */
export function useGrants(question: GrantQuestion): Reading<{ list: GrantRequest[]; total: number }> {
  return useRead({ key: keysOf(grants).list({ ...question }) }, grantCalls.list, { input: question });
}

/** Requests that wait for a second person, of all subjects: how many, and about which people. */
export function useWaiting(): { total: number; people: ReadonlySet<number> } {
  const { value: data } = useGrants({ state: 0, page_size: limits.pageSizeMost });
  const about = data?.list.filter((request) => request.subject === 'admin').map((request) => request.subject_id);
  return { total: data?.total ?? 0, people: new Set(about) };
}
