import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import type { ChangePasswordRequest } from '#contract/areas/access/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { type Account, checkPassword } from '#server/identity/check-password.ts';
import { forgetDevices, rememberDevice } from '#server/identity/known-devices.ts';
import { weaknessOf } from '#server/identity/password-policy.ts';
import { readSecondFactor } from '#server/identity/second-factor.ts';
import { endSessionsOf } from '#server/identity/sessions.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { Origin } from '#server/kit/call-context.ts';
import { captchaShape, refuseWithoutCaptcha } from './captcha.ts';
import { accountShape, appidShape, codeText, demandCode, guarded, passwordText, type SignInDeps } from './sign-in.ts';

export const changePasswordInput = z.strictObject({
  ...accountShape,
  old_password: passwordText,
  new_password: passwordText,
  confirm_password: passwordText,
  ...appidShape,
  second_factor: codeText.optional(),
  ...captchaShape,
}) satisfies z.ZodType<ChangePasswordRequest>;

/**
 * Changes a password by means of the old one, for a person who may not even be signed in (411). Guesses at the old one
 * count with those of the sign-in. Afterwards every session of the person is over but the one of `token`, and every
 * device but this one has to earn its trust again.
 */
export async function changePassword(
  deps: SignInDeps,
  input: ChangePasswordRequest,
  { origin, token }: { origin: Origin; token: string | undefined },
): Promise<void> {
  const now = deps.clock.now();
  if (input.new_password !== input.confirm_password)
    throw new Refusal('invalid', '两次输入的新密码不一致', 'confirm_password');
  refuseWeak(input.new_password, [input.username], limits.passwordLeastWithFactor);
  if (input.new_password === input.old_password) throw new Refusal('invalid', '新密码不能与原密码相同', 'new_password');
  await refuseWithoutCaptcha(deps, input, origin);
  let least: number = limits.passwordLeast;
  const account = await guarded(deps, origin, () =>
    checkPassword(deps, {
      username: input.username,
      password: input.old_password,
      ...origin,
      now,
      further: async ({ id }) => {
        // As strong a door as the sign-in: who knows the password alone may not put another in its place.
        least = await leastOf(deps, { adminId: id, typed: input.second_factor, now });
      },
    }),
  );
  // Only now: the name behind an account is nothing for strangers, nor whether it has a second factor.
  refuseWeak(input.new_password, [account.username, account.nickname], least);
  const hash = await deps.passwords.hash(input.new_password);
  await inTransaction(deps.db, async (tx) => {
    const { rows } = await sql`
      update admin set password_hash = ${hash}, password_changed_at = ${now.toISOString()}, must_change_password = false, version = version + 1, updated_by = id, updated_at = ${now.toISOString()}
      where id = ${account.id} and password_hash = ${account.password_hash} returning 1`.execute(tx);
    // Changed by another tab, or reset, between our look and now: what was judged is no longer the old password.
    if (rows.length === 0) throw new Refusal('versionConflict', '密码刚刚被修改，请重新登录');
    await endSessionsOf(tx, { adminId: account.id, except: token, now });
    await forgetDevices(tx, account.id);
    await rememberDevice(tx, { adminId: account.id, device: origin.device, now });
    await writeAudit({ db: tx, actor: actorOf(account), now, origin, log: deps.log, opId: randomUUID() }, [
      { docType: 'admin', docId: account.id, docNo: account.username, action: 'changePassword', label: '修改密码' },
    ]);
  });
}

/** How long the new password must be: a second factor, whose code is asked for here, makes up for length (amendments F). */
async function leastOf(
  deps: SignInDeps,
  { adminId, typed, now }: { adminId: number; typed: string | undefined; now: Date },
): Promise<number> {
  if (!(await readSecondFactor(deps.db, adminId)).secret) return limits.passwordLeast;
  await demandCode(deps, { adminId, typed, now });
  return limits.passwordLeastWithFactor;
}

function refuseWeak(password: string, names: readonly string[], least: number): void {
  const weakness = weaknessOf(password, names, least);
  if (weakness) throw new Refusal('invalid', weakness, 'new_password');
}

function actorOf({ id, username, nickname }: Account) {
  return { id, username, nickname, sessionId: 0, permissions: new Set<string>(), scope: [] };
}
