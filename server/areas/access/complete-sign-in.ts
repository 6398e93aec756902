import { type Kysely, sql } from 'kysely';
import type { DeviceKind, SignInAnswer } from '#contract/areas/access/calls.ts';
import type { SignInOutcome } from '#contract/areas/me/account.ts';
import { Refusal, type RefusalKind } from '#contract/kit/errors.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import type { Account } from '#server/identity/check-password.ts';
import { holdAccount } from '#server/identity/hold-account.ts';
import { rememberDevice } from '#server/identity/known-devices.ts';
import { openSession } from '#server/identity/sessions.ts';
import { recordSignIn } from '#server/identity/sign-in-events.ts';
import type { Origin } from '#server/kit/call-context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';

/** Who has shown everything that is asked, and from where. */
interface Entering {
  readonly account: Account;
  readonly origin: Origin;
}

interface Opening extends Entering {
  readonly deviceKind: DeviceKind;
  readonly outcome: SignInOutcome;
  readonly now: Date;
}

/**
 * Runs in one transaction what a right password opens. `work` holds the account (`holdAccount`) in its place among the
 * locks; what is refused there is logged and kept for the owner to read like any other refusal at the door.
 */
export async function inSignInTransaction<T>(
  { db, clock, log }: { db: Kysely<unknown>; clock: Clock; log: Log },
  { account, origin }: Entering,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction(db, work);
  } catch (error) {
    const outcome = error instanceof Refusal ? outcomes[error.kind] : undefined;
    if (outcome) {
      log.warn({ adminId: account.id, ip: origin.ip, requestId: origin.requestId }, 'account changed at the door');
      await recordSignIn(db, { ...origin, adminId: account.id, outcome, now: clock.now() });
    }
    throw error;
  }
}

/** Logs that somebody has been let in. */
export function logSignedIn(log: Log, { account, origin }: Entering): void {
  log.info({ adminId: account.id, ip: origin.ip, requestId: origin.requestId }, 'signed in');
}

/** What the refusals of `holdAccount` are to the owner. */
const outcomes: Partial<Record<RefusalKind, SignInOutcome>> = { invalid: 3, mustChangePassword: 6 };

/** Opens a session, provided that the account is as its password was judged; refuses as `holdAccount` does. */
export async function completeSignIn(
  tx: Tx,
  { account, origin, deviceKind, outcome, now }: Opening,
): Promise<NonNullable<SignInAnswer['data']>> {
  await holdAccount(tx, account);
  await sql`update admin set last_login_at = ${now.toISOString()} where id = ${account.id}`.execute(tx);
  await rememberDevice(tx, { adminId: account.id, device: origin.device, now });
  await recordSignIn(tx, { ...origin, adminId: account.id, outcome, now });
  const { token, expiresAt } = await openSession(tx, { ...origin, adminId: account.id, deviceKind, now });
  return {
    token,
    exp: expiresAt,
    userInfo: { uid: account.id, username: account.username, nickname: account.nickname },
  };
}
