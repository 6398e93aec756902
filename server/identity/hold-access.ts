import { sql } from 'kysely';
import { administeringKeys } from '#contract/areas/access/administering.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Actor } from './actor.ts';
import { exceeds, type Rights, readRights, readRightsOf } from './read-rights.ts';

/**
 * Takes the one lock under which rights change, before any row is locked, and answers the caller's rights as they are
 * under it: what the session remembered may be a second old. Two people who disable one another come one after the other.
 */
export async function holdAccess(context: Changer): Promise<Rights> {
  await sql`select pg_advisory_xact_lock(hashtext('access control'))`.execute(context.db);
  const rights = await readRights(context.db, context.actor.id);
  if (rights?.status !== 1) throw new Refusal('signedOut');
  return rights;
}

/** People whom the caller may see and is about to change. */
interface Changing {
  readonly people: readonly { readonly id: number; readonly nickname: string }[];
  /** The change lets the caller in as that person, or gives back what they hold: a password, a second factor, a switch on. */
  readonly opens: boolean;
  /** What a refusal belongs to. */
  readonly field?: string | undefined;
}

/**
 * Refuses to change people who hold or see more than the caller, whose `rights` are of `holdAccess` (decision 0032): nothing
 * about those who administer access themselves, and of everybody else nothing that opens their account. Every call that
 * changes a person asks it.
 */
export async function refuseStronger(
  { db }: Changer,
  rights: Rights,
  { people, opens, field }: Changing,
): Promise<void> {
  const ids = people.map(({ id }) => id);
  const stronger = (await readRightsOf(db, ids)).find((one) => (opens || administers(one)) && exceeds(one, rights));
  if (!stronger) return;
  const name = people.find(({ id }) => id === stronger.id)?.nickname;
  throw new Refusal('illegalTransition', `“${name}”的权限或数据范围超过您自己的，不能更改其账号`, field);
}

const administers = ({ permissions }: Rights): boolean => [...permissions].some((key) => administeringKeys.has(key));

interface Changer {
  readonly db: Tx;
  readonly actor: Actor;
}
