import { useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { admin, staff } from '#contract/areas/access/admin.ts';
import { limitedRole } from '#contract/areas/access/data-limits.ts';
import { organize } from '#contract/areas/access/organize.ts';
import { role } from '#contract/areas/access/role.ts';
import { forget, keysOf } from '#src/engine/query-keys.ts';
import { type Command, useCommand } from '#src/engine/use-command.ts';
import type { Sent } from '#src/wire/sent.ts';

/**
 * A write of access control. People, roles, organisations and the requests about them hang together: whatever is
 * written, all that was read of them is old.
 */
export function useWrite<Out>(): Command<Out> {
  const client = useQueryClient();
  const command = useCommand<Out>(admin);
  const { run, retry } = command;
  return useMemo(() => {
    const after = async (sending: Promise<Sent<Out>>): Promise<Sent<Out>> => {
      const sent = await sending;
      if (sent.ok) {
        const told = client.invalidateQueries({ queryKey: keysOf(grants).all });
        await Promise.all([told, ...[staff, role, limitedRole, organize].map((one) => forget(client, one))]);
      }
      return sent;
    };
    return { ...command, run: (call, input) => after(run(call, input)), retry: () => after(retry()) };
  }, [client, command, run, retry]);
}

/** Requests for rights have no definition; their reads lie under this name. */
export const grants = { name: 'grant' } as const;
