import { z } from 'zod';
import { pushTicket } from '#contract/areas/shell/push.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { makeTicket } from './connections.ts';

/** Serves the ticket for a live connection. */
export function serveTicket({ registry }: Pick<Kit, 'registry'>): void {
  registry.read(pushTicket, z.strictObject({}), async ({ db, actor, now }) => ({
    ticket: await makeTicket(db, actor, now),
  }));
}
