import { admin, staff } from '#contract/areas/access/admin.ts';
import { limitedRole } from '#contract/areas/access/data-limits.ts';
import { organize } from '#contract/areas/access/organize.ts';
import { role } from '#contract/areas/access/role.ts';
import { type Command, useCommand } from '#src/engine/use-command.ts';

/**
 * A write of access control. People, roles, organisations and the requests about them hang together: whatever is
 * written, all that was read of them is old.
 */
export function useWrite<Out>(): Command<Out> {
  return useCommand<Out>(together);
}

/** Requests for rights have no definition; their reads lie under this name. */
export const grants = { name: 'grant' } as const;

const together = [admin, staff, role, limitedRole, organize, grants];
