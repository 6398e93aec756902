import { sql } from 'kysely';
import { z } from 'zod';
import type { SignInAnswer, SignInRequest } from '#contract/areas/access/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { type Account, checkPassword, type Door } from '#server/identity/check-password.ts';
import { rememberDevice } from '#server/identity/known-devices.ts';
import { openSession } from '#server/identity/sessions.ts';
import type { Origin } from '#server/kit/call-context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';

/** What the doors stand on. */
export interface Doors extends Door {
  readonly clock: Clock;
  readonly log: Log;
}

/** The account form's fields, with the words of specification §5; shared with the change of password. */
export const accountShape = {
  username: z.string('请输入账号').trim().min(1, '请输入账号').max(limits.name, '账号过长'),
};

/** As `accountShape`: prefilled and invisible, and yet it may be missing. */
export const appidShape = { appid: z.literal('erp', '请输入验证码') };

/** A password to be judged, not made: four times the longest, because its characters are counted elsewhere. */
export const passwordText = z
  .string('请输入密码')
  .min(1, '请输入密码')
  .max(4 * limits.passwordMost, '密码过长');

/** What the login is sent. Fields in the order in which a form complains about them. */
export const signInInput = z.strictObject({
  ...accountShape,
  password: passwordText,
  ...appidShape,
  device_kind: z.enum(['desktop', 'tablet'], '设备类型有误').optional(),
}) satisfies z.ZodType<SignInRequest>;

/**
 * Signs a person in (specification §4): a new token at every sign-in. Who must change the password first gets no token
 * but the refusal 411. Every outcome is logged with the account's id, never with what was typed.
 */
export async function signIn(
  doors: Doors,
  input: SignInRequest,
  origin: Origin,
): Promise<NonNullable<SignInAnswer['data']>> {
  const now = doors.clock.now();
  const account = await guarded(doors, origin, () =>
    checkPassword(doors, { ...input, ip: origin.ip, device: origin.device, now }),
  );
  if (account.must_change_password) throw new Refusal('mustChangePassword');
  const { token, expiresAt } = await inTransaction(doors.db, async (tx) => {
    await sql`update admin set last_login_at = ${now.toISOString()} where id = ${account.id}`.execute(tx);
    await rememberDevice(tx, { adminId: account.id, device: origin.device, now });
    return await openSession(tx, {
      adminId: account.id,
      deviceKind: input.device_kind ?? 'desktop',
      ip: origin.ip,
      userAgent: origin.userAgent,
      device: origin.device,
      now,
    });
  });
  doors.log.info({ adminId: account.id, ip: origin.ip, requestId: origin.requestId }, 'signed in');
  return {
    token,
    exp: expiresAt,
    userInfo: { uid: account.id, username: account.username, nickname: account.nickname },
  };
}

/** Judges a password and logs a refusal. The name is left out of the log: people type passwords into the wrong field. */
export async function guarded(doors: Doors, origin: Origin, judge: () => Promise<Account>): Promise<Account> {
  try {
    return await judge();
  } catch (error) {
    if (error instanceof Refusal)
      doors.log.warn({ refusal: error.kind, ip: origin.ip, requestId: origin.requestId }, 'password refused');
    throw error;
  }
}
