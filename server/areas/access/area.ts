import type { ServerArea } from '#server/area.ts';
import { seedAccounts } from '#server/seed/accounts.ts';
import { seedLimits } from '#server/seed/limits.ts';
import { seedGrantRequests } from '#server/seed/standing.ts';
import { serveAccess } from './access.ts';
import { waitingGrants } from './grants/todo.ts';

/** Accounts, roles, the organisation. */
export const access: ServerArea = {
  name: 'access',
  serve: (kit, { passwords }) => serveAccess(kit, passwords),
  seed: [
    { name: 'organisation and people', after: [], before: seedAccounts, run: seedGrantRequests },
    {
      name: 'limits of people',
      after: ['bills of cashiers, channels and shops', 'balances', 'costs and expenses', 'unique codes'],
      run: seedLimits,
    },
  ],
  todo: waitingGrants,
};
