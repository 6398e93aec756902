import { type Kysely, sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import { deviceHash } from './known-devices.ts';

/** Guesses at one password that are ever judged without a right one between them (amendments F). */
export const mostGuesses = 100;

/** Whose guesses are counted: an account seen from anywhere, or from one device that its owner has signed in from. */
export function guessSubject(username: string, known: { adminId: number; deviceKey: string } | undefined): string {
  return known ? `device:${known.adminId}:${known.deviceKey}` : `account:${username.toLowerCase()}`;
}

/**
 * Counts a guess before it is judged, so that a thousand at once are not judged together and a killed process forgets
 * none. Refuses (`tooMany`) while the wait after the last one runs, and for good after `mostGuesses`.
 */
export async function countGuess(db: Kysely<unknown>, subject: string, now: Date): Promise<void> {
  const at = now.toISOString();
  const { rows } = await sql`
    insert into password_guess as g (subject, failures, last_failure_at, blocked_until) values (${subject}, 1, ${at}, ${at})
    on conflict (subject) do update set failures = g.failures + 1, last_failure_at = ${at},
      blocked_until = ${at}::timestamptz + make_interval(secs => case when g.failures + 1 < ${freeGuesses} then 0 else least(power(2, g.failures + 1 - ${freeGuesses}), ${longestWait}) end)
    where g.blocked_until <= ${at} and g.failures < ${mostGuesses} returning 1`.execute(db);
  if (rows.length === 0) throw await refusalOf(db, subject, now);
}

/** Wrong guesses that would count against the next one from here, and whether the next would be judged at all. */
export async function guessesSoFar(
  db: Kysely<unknown>,
  { username, device, now }: { username: string; device: string | undefined; now: Date },
): Promise<{ failures: number; blocked: boolean }> {
  const { rows } = await sql<{ failures: number; blocked: boolean }>`
    select failures, blocked_until > ${now.toISOString()} or failures >= ${mostGuesses} as blocked from password_guess
    where subject = coalesce((
      select 'device:' || a.id || ':' || encode(k.device_hash, 'hex') from admin a
      join known_device k on k.admin_id = a.id and k.device_hash = ${deviceHash(sql.ref('a.id'), device)} where lower(a.username) = ${username.toLowerCase()}
    ), ${guessSubject(username, undefined)})`.execute(db);
  return rows[0] ?? { failures: 0, blocked: false };
}

/** A right password ends the count. */
export async function clearGuesses(db: Kysely<unknown>, subject: string): Promise<void> {
  await sql`delete from password_guess where subject = ${subject}`.execute(db);
}

/** Takes a counted guess back that could not be judged. */
export async function uncountGuess(db: Kysely<unknown>, subject: string): Promise<void> {
  await sql`update password_guess set failures = greatest(failures - 1, 0), blocked_until = last_failure_at where subject = ${subject}`.execute(
    db,
  );
}

/** Opens an account's doors again, for whoever resets its password. */
export async function forgiveGuesses(
  db: Kysely<unknown>,
  { id, username }: { id: number; username: string },
): Promise<void> {
  await sql`delete from password_guess where subject = ${guessSubject(username, undefined)} or starts_with(subject, ${`device:${id}:`})`.execute(
    db,
  );
}

// Five slips of the finger cost nothing; then 1, 2, 4, 8 … seconds up to a quarter of an hour.
const freeGuesses = 5;
const longestWait = 900;

async function refusalOf(db: Kysely<unknown>, subject: string, now: Date): Promise<Refusal> {
  const { rows } = await sql<{
    failures: number;
    blocked_until: string;
  }>`select failures, blocked_until from password_guess where subject = ${subject}`.execute(db);
  const [row] = rows;
  if (row && row.failures >= mostGuesses)
    return new Refusal('tooMany', '密码错误次数过多，请在常用设备上登录或联系管理员重置密码');
  const seconds = row ? Math.ceil((Date.parse(row.blocked_until) - now.getTime()) / 1000) : 1;
  return new Refusal('tooMany', `密码错误次数过多，请 ${Math.max(seconds, 1)} 秒后再试`);
}
