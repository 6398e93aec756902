import { grantStates } from '#contract/areas/access/grant.ts';
import type { Todo } from '#contract/areas/shell/dashboard.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readGrants } from './list.ts';

/** Requests for rights that this person may decide now, for the landing page; nothing where there are none. */
export async function waitingGrants(context: Pick<ReadContext, 'db' | 'actor'>): Promise<Todo[]> {
  const { total, oldest } = await readGrants(context, { mine: true, page_size: 1 });
  if (oldest === null) return [];
  const state = { label: grantStates[waiting], tone: 'waiting' } as const;
  return [
    {
      doc: 'grant',
      label: '授权申请',
      status: waiting,
      state,
      steps: ['审批'],
      kind: 'judge',
      count: total,
      oldest,
      url: grantsAt,
    },
  ];
}

const waiting = 0;
const grantsAt = '/admin/accounCenter?view=grants&state=mine';
