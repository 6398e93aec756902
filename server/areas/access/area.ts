import type { ServerArea } from '#server/area.ts';
import { seedAccounts } from '#server/seed/accounts.ts';
import { seedGrantRequests } from '#server/seed/standing.ts';
import { serveAccess } from './access.ts';
import { waitingGrants } from './grants/todo.ts';

/** Accounts, roles, the organisation. */
export const access: ServerArea = {
  name: 'access',
  serve: (kit, { passwords }) => serveAccess(kit, passwords),
  seed: [{ name: 'organisation and people', after: [], before: seedAccounts, run: seedGrantRequests }],
  todo: waitingGrants,
};
