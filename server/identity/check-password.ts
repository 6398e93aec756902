import { type Kysely, sql } from 'kysely';
import type { SignInOutcome } from '#contract/areas/me/account.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { AddressLimit } from './address-limit.ts';
import { clearGuesses, countGuess, guessSubject, uncountGuess } from './guesses.ts';
import { deviceHash } from './known-devices.ts';
import type { Passwords } from './passwords.ts';
import { recordRefused } from './sign-in-events.ts';

/** What both doors stand on: sign-in and change of password (reliability §2, "same counter"). */
export interface PasswordDeps {
  readonly db: Kysely<unknown>;
  readonly passwords: Passwords;
  readonly addresses: AddressLimit;
}

export interface Attempt {
  readonly username: string;
  readonly password: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly device: string | undefined;
  readonly now: Date;
  /**
   * What is asked of the person besides the password. It refuses with `invalid` for a wrong answer, which counts as a
   * guess like any other; with another refusal where something else has to happen first, which does not.
   */
  readonly further?: (account: Account) => Promise<void>;
}

/** The account behind a right password. */
export interface Account {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
  readonly status: number;
  readonly must_change_password: boolean;
  readonly password_hash: string | null;
}

/** One sentence for an unknown name, a wrong password and a closed account: none of them can be told apart. */
export const wrongPassword = '账号或密码错误，或账号已停用';

/**
 * Judges one guess at a password, wherever it was made. Returns the account when it is right and open; refuses with
 * `invalid` and one sentence otherwise, with `tooMany` when it was not even judged, with `busy` under a flood. A device
 * that the owner has signed in from has a counter of its own, so guesses made elsewhere never lock the owner out there.
 */
export async function checkPassword(deps: PasswordDeps, attempt: Attempt): Promise<Account> {
  const { db, passwords, addresses } = deps;
  const found = await findAccount(db, attempt);
  const known = found?.device_key ? { adminId: found.id, deviceKey: found.device_key } : undefined;
  const subject = guessSubject(attempt.username, known);
  const seen = (outcome: SignInOutcome) => recordRefused(db, { ...attempt, subject, adminId: found?.id, outcome });
  if (!known) addresses.take(attempt.ip, attempt.now);
  let right: boolean;
  try {
    await countGuess(db, subject, attempt.now);
    right = await judge(deps, subject, { stored: found?.password_hash ?? null, password: attempt.password });
  } catch (error) {
    if (!known) addresses.giveBack(attempt.ip);
    if (error instanceof Refusal && error.kind === 'tooMany') await seen(5);
    throw error;
  }
  if (!found || !right || found.status !== 1) {
    await seen(3);
    throw new Refusal('invalid', wrongPassword);
  }
  try {
    await attempt.further?.(found);
  } catch (error) {
    if (isWrongAnswer(error)) await seen(4);
    else {
      if (!known) addresses.giveBack(attempt.ip);
      // Not forgiven either: whoever has the password must not buy fresh guesses at the code with it.
      await uncountGuess(db, subject);
    }
    throw error;
  }
  if (!known) addresses.giveBack(attempt.ip);
  await clearGuesses(db, subject);
  return found.password_hash && passwords.isOutdated(found.password_hash)
    ? await renewHash(deps, found, attempt.password)
    : found;
}

/**
 * Stores the password once more with the parameters of today. Where another sign-in has renewed it first, the account
 * comes with that hash: it is the same password.
 */
async function renewHash({ db, passwords }: PasswordDeps, account: Account, password: string): Promise<Account> {
  const renewed = await passwords.hash(password);
  const { rows } = await sql`
    update admin set password_hash = ${renewed} where id = ${account.id} and password_hash = ${account.password_hash} returning 1`.execute(
    db,
  );
  if (rows.length > 0) return { ...account, password_hash: renewed };
  const found = await sql<Pick<Account, 'password_hash'>>`
    select password_hash from admin where id = ${account.id}`.execute(db);
  const stored = found.rows[0]?.password_hash ?? null;
  return (await passwords.matches(stored, password)) ? { ...account, password_hash: stored } : account;
}

function isWrongAnswer(error: unknown): boolean {
  return error instanceof Refusal && error.kind === 'invalid';
}

async function judge(
  { db, passwords }: PasswordDeps,
  subject: string,
  { stored, password }: { stored: string | null; password: string },
): Promise<boolean> {
  try {
    return await passwords.matches(stored, password);
  } catch (error) {
    await uncountGuess(db, subject);
    throw error;
  }
}

async function findAccount(
  db: Kysely<unknown>,
  { username, device }: Attempt,
): Promise<(Account & { device_key: string | null }) | undefined> {
  const { rows } = await sql<Account & { device_key: string | null }>`
    select a.id, a.username, a.nickname, a.status, a.must_change_password, a.password_hash,
      (select encode(k.device_hash, 'hex') from known_device k where k.admin_id = a.id and k.device_hash = ${deviceHash(sql.ref('a.id'), device)}) as device_key
    from admin a where lower(a.username) = ${username.toLowerCase()}`.execute(db);
  return rows[0];
}
