import { type Kysely, sql } from 'kysely';
import { signInDays } from '#contract/areas/me/account.ts';

/**
 * Forgets what no longer matters: sessions over for 90 days, guesses nobody has added to for 90 days (those at names
 * that nobody has would pile up), sign-ins of 90 days ago, devices unused for 180 days. Returns how many rows; meant to run once a day.
 */
export async function forgetOldIdentity(db: Kysely<unknown>, now: Date): Promise<number> {
  const ago = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();
  const results = await Promise.all([
    sql`delete from session where least(ended_at, expires_at) < ${ago(90)}`.execute(db),
    sql`delete from password_guess where last_failure_at < ${ago(90)}`.execute(db),
    sql`delete from sign_in_event where at < ${ago(signInDays)}`.execute(db),
    sql`delete from known_device where seen_at < ${ago(180)}`.execute(db),
  ]);
  return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0n), 0);
}
