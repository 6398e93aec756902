import { sql } from 'kysely';
import { z } from 'zod';
import { ownSignInsCall, type SignInEvent } from '#contract/areas/me/account.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Registry } from '#server/kit/registry.ts';

/** Serves the history of sign-ins with one's own account name, page by page, the refused ones included. */
export function serveOwnSignIns(registry: Registry): void {
  const input = z.strictObject({ before: z.int().min(1).optional() });
  registry.read(ownSignInsCall, input, async ({ db, actor }, { before }) => {
    const { rows } = await sql<SignInEvent>`
      select id, at, outcome, ip, user_agent from sign_in_event
      where admin_id = ${actor.id} and id < ${before ?? Number.MAX_SAFE_INTEGER} order by id desc limit ${limits.pageSize + 1}`.execute(
      db,
    );
    return { list: rows.slice(0, limits.pageSize), more: rows.length > limits.pageSize };
  });
}
