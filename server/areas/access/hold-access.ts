import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import { type Rights, readRights } from '#server/identity/read-rights.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/**
 * Takes the one lock under which rights change, before any row is locked, and answers the caller's rights as they are
 * under it: what the session remembered may be a second old. Two people who disable one another come one after the other.
 */
export async function holdAccess(context: WriteContext): Promise<Rights> {
  await sql`select pg_advisory_xact_lock(hashtext('access control'))`.execute(context.db);
  const rights = await readRights(context.db, context.actor.id);
  if (rights?.status !== 1) throw new Refusal('signedOut');
  return rights;
}
