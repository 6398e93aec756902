import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { SignInOutcome } from '#contract/areas/me/account.ts';

/** Somebody at the door with an account's name. */
export interface SignInEntry {
  /** Undefined for a name that nobody has: then nothing is kept. */
  readonly adminId: number | undefined;
  readonly outcome: SignInOutcome;
  readonly ip: string;
  readonly userAgent: string;
  readonly device: string | undefined;
  readonly now: Date;
}

/**
 * Keeps who was at the door, for the owner to read: neither what was typed nor a name that nobody has. Those whom the
 * counters turned away are kept once a minute, or a flood would fill the table.
 */
export async function recordSignIn(db: Kysely<unknown>, entry: SignInEntry): Promise<void> {
  await kept(entry).execute(db);
}

/**
 * The same for who was refused, at the cost of one commit whether an account has the name or not: beside the event the
 * row of the guesses (`subject`) is written once more as it is. A commit that only real accounts wait for could be timed.
 */
export async function recordRefused(
  db: Kysely<unknown>,
  { subject, ...entry }: SignInEntry & { readonly subject: string },
): Promise<void> {
  await sql`
    with event as (${kept(entry)}) update password_guess set failures = failures where subject = ${subject}`.execute(
    db,
  );
}

function kept(entry: SignInEntry): RawBuilder<unknown> {
  const at = entry.now.toISOString();
  return sql`
    insert into sign_in_event (admin_id, at, outcome, ip, user_agent, device)
    select a.id, ${at}, ${entry.outcome}, ${entry.ip}, ${entry.userAgent}, ${entry.device ?? null} from admin a
    where a.id = ${entry.adminId ?? null} and not (${entry.outcome} = 5 and exists (
      select 1 from sign_in_event e where e.admin_id = a.id and e.outcome = 5 and e.at > ${at}::timestamptz - interval '1 minute'))`;
}
