import { grantStates } from '#contract/areas/access/grant.ts';
import type { Todo } from '#contract/areas/shell/dashboard.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readGrants } from './list.ts';

/** Requests for rights that this person may decide now, for the landing page; nothing where there are none. */
export async function waitingGrants(context: Pick<ReadContext, 'db' | 'actor'>): Promise<Todo[]> {
  const { list } = await readGrants(context, { state: waiting, page_size: limits.pageSizeMost });
  const own = list.filter(({ allowed }) => allowed.decide);
  const oldest = own.at(-1)?.requested_at;
  if (oldest === undefined) return [];
  const state = { label: grantStates[waiting], tone: 'waiting' } as const;
  const count = own.length;
  return [
    {
      doc: 'grant',
      label: '授权申请',
      status: waiting,
      state,
      steps: ['审批'],
      kind: 'judge',
      count,
      oldest,
      url: grantsAt,
    },
  ];
}

const waiting = 0;
const grantsAt = '/admin/accounCenter?view=grants';
