import { sql } from 'kysely';
import { z } from 'zod';
import { type OwnSecondFactor, ownSecondFactorCall } from '#contract/areas/me/account.ts';
import { readSecondFactor } from '#server/identity/second-factor.ts';
import type { Registry } from '#server/kit/registry.ts';

/** Serves where one's own second factor stands; setting and dropping it are doors beside the sign-in, because they take the password. */
export function serveOwnSecondFactor(registry: Registry): void {
  registry.read(ownSecondFactorCall, z.strictObject({}), async ({ db, actor }) => {
    const { required } = await readSecondFactor(db, actor.id);
    const { rows } = await sql<Pick<OwnSecondFactor, 'since' | 'recovery_left'>>`
      select f.since, (select count(*) from recovery_code c where c.admin_id = f.admin_id and c.used_at is null) as recovery_left
      from second_factor f where f.admin_id = ${actor.id}`.execute(db);
    const [row] = rows;
    return { since: row?.since ?? null, required, recovery_left: row?.recovery_left ?? 0 };
  });
}
