import { z } from 'zod';
import type { SignInAnswer, SignInRequest } from '#contract/areas/access/calls.ts';
import type { SignInOutcome } from '#contract/areas/me/account.ts';
import { Refusal, type RefusalKind } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { type Account, checkPassword, type PasswordDeps } from '#server/identity/check-password.ts';
import { readSecondFactor, takeCode } from '#server/identity/second-factor.ts';
import { recordSignIn } from '#server/identity/sign-in-events.ts';
import type { Vault } from '#server/identity/vault.ts';
import type { Origin } from '#server/kit/call-context.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { completeSignIn, inSignInTransaction, logSignedIn } from './complete-sign-in.ts';

/** What the deps stand on. */
export interface SignInDeps extends PasswordDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly vault: Vault;
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

/** A desktop or a tablet. */
export const deviceKind = z.enum(['desktop', 'tablet'], '设备类型有误');

/** A code of the authenticator or a recovery code, with whatever blanks somebody put between. */
export const codeText = z.string('请输入两步验证码').trim().min(1, '请输入两步验证码').max(64, '两步验证码过长');

/** What the login is sent. Fields in the order in which a form complains about them. */
export const signInInput = z.strictObject({
  ...accountShape,
  password: passwordText,
  ...appidShape,
  device_kind: deviceKind.optional(),
  second_factor: codeText.optional(),
}) satisfies z.ZodType<SignInRequest>;

/**
 * Signs a person in (specification §4): a new token at every sign-in. Who must change the password first gets no token
 * but the refusal 411; who has a second factor is asked for its code (412), who must have one is sent to set it up (413,
 * decision 0016). Every outcome is logged with the account's id, never with what was typed.
 */
export async function signIn(
  deps: SignInDeps,
  input: SignInRequest,
  origin: Origin,
): Promise<NonNullable<SignInAnswer['data']>> {
  const now = deps.clock.now();
  let outcome: SignInOutcome = 1;
  const account = await guarded(deps, origin, () =>
    checkPassword(deps, {
      ...input,
      ...origin,
      now,
      further: async (found) => {
        // Before the code, which the change of password asks for itself. A refusal here neither counts nor forgives guesses:
        // the password alone must not buy fresh guesses at that code.
        if (found.must_change_password) {
          await recordSignIn(deps.db, { ...origin, adminId: found.id, outcome: 6, now });
          throw new Refusal('mustChangePassword');
        }
        if ((await demandCode(deps, { adminId: found.id, typed: input.second_factor, now })) === 'recovery')
          outcome = 2;
      },
    }),
  );
  const entering = { account, origin };
  const deviceKind = input.device_kind ?? 'desktop';
  const session = await inSignInTransaction(deps, entering, (tx) =>
    completeSignIn(tx, { ...entering, deviceKind, outcome, now: deps.clock.now() }),
  );
  logSignedIn(deps.log, entering);
  return session;
}

/**
 * Takes the code of a person who has a second factor; refuses with `secondFactor` while none was sent. Who has none
 * passes, unless a role requires one (`mustSetSecondFactor`).
 */
export async function demandCode(
  { db, vault }: Pick<SignInDeps, 'db' | 'vault'>,
  { adminId, typed, now }: { adminId: number; typed: string | undefined; now: Date },
): Promise<'code' | 'recovery' | 'none'> {
  const { secret, required } = await readSecondFactor(db, adminId);
  if (!secret && required) throw new Refusal('mustSetSecondFactor');
  if (!secret) return 'none';
  if (typed === undefined) throw new Refusal('secondFactor');
  return await takeCode(db, vault, { adminId, typed, now });
}

/**
 * Judges a password and logs a refusal, unless the password was right and something else has to happen first. The name is
 * left out of the log: people type passwords into the wrong field.
 */
export async function guarded(deps: SignInDeps, origin: Origin, judge: () => Promise<Account>): Promise<Account> {
  try {
    return await judge();
  } catch (error) {
    if (error instanceof Refusal && !beforehand.includes(error.kind))
      deps.log.warn({ refusal: error.kind, ip: origin.ip, requestId: origin.requestId }, 'password refused');
    throw error;
  }
}

const beforehand: readonly RefusalKind[] = ['mustChangePassword', 'secondFactor', 'mustSetSecondFactor'];
