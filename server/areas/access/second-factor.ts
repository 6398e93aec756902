import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { ConfirmedSecondFactor, SecondFactorProof, ShownSecret } from '#contract/areas/me/second-factor.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import { type Account, checkPassword } from '#server/identity/check-password.ts';
import { holdAccount } from '#server/identity/hold-account.ts';
import {
  confirmSecret,
  judgeFirstCode,
  proposeSecret,
  readSecondFactor,
  removeSecondFactor,
  takeCode,
} from '#server/identity/second-factor.ts';
import { uriOf } from '#server/identity/totp.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { Origin } from '#server/kit/call-context.ts';
import { completeSignIn, inSignInTransaction, logSignedIn } from './complete-sign-in.ts';
import { accountShape, appidShape, codeText, deviceKind, guarded, passwordText, type SignInDeps } from './sign-in.ts';

const proof = { ...accountShape, password: passwordText, ...appidShape };

export const beginInput = z.strictObject({ ...proof, second_factor: codeText.optional() });
export const confirmInput = z.strictObject({ ...proof, second_factor: codeText, device_kind: deviceKind.optional() });
export const dropInput = z.strictObject({ ...proof, second_factor: codeText });

/** Shows a new secret to whom the password belongs; who has a second factor already proves that one too. */
export async function beginFactor(deps: SignInDeps, input: SecondFactorProof, origin: Origin): Promise<ShownSecret> {
  const now = deps.clock.now();
  const account = await proved(deps, input, origin, async ({ id }) => {
    if (!(await readSecondFactor(deps.db, id)).secret) return;
    if (input.second_factor === undefined) throw new Refusal('secondFactor');
    await takeCode(deps.db, deps.vault, { adminId: id, typed: input.second_factor, now });
  });
  const secret = await proposeSecret(deps.db, deps.vault, { adminId: account.id, now });
  return { secret, uri: uriOf(secret, account.username) };
}

/** Puts the shown secret in force by its first code; with `device_kind` the person is let in besides. */
export async function confirmFactor(
  deps: SignInDeps,
  input: z.infer<typeof confirmInput>,
  origin: Origin,
): Promise<ConfirmedSecondFactor> {
  const now = deps.clock.now();
  const judged = { sealed: Buffer.alloc(0), step: 0 };
  const account = await proved(deps, input, origin, async ({ id }) => {
    Object.assign(judged, await judgeFirstCode(deps.db, deps.vault, { adminId: id, typed: input.second_factor, now }));
  });
  const { device_kind: kind } = input;
  // One transaction: the codes are shown this once, so a refused session leaves no second factor either.
  const confirmed = await inSignInTransaction(deps, { account, origin }, async (tx) => {
    const recovery_codes = await confirmSecret(tx, { adminId: account.id, ...judged, now });
    await holdAccount(tx, account);
    await trail({ deps, tx, account, origin }, 'setSecondFactor', '设置两步验证');
    const session = kind && (await completeSignIn(tx, { account, origin, deviceKind: kind, outcome: 1, now }));
    return { recovery_codes, session: session ?? null };
  });
  if (confirmed.session) logSignedIn(deps.log, { account, origin });
  return confirmed;
}

/** Gives the second factor up, by password and code; not where a role requires it, nor where the password is too short to stand alone. */
export async function dropFactor(deps: SignInDeps, input: z.infer<typeof dropInput>, origin: Origin): Promise<void> {
  const now = deps.clock.now();
  const account = await proved(deps, input, origin, async ({ id }) => {
    const { secret, required } = await readSecondFactor(deps.db, id);
    if (!secret) throw new Refusal('illegalTransition', '还没有设置两步验证');
    if (required) throw new Refusal('illegalTransition', '您的角色要求两步验证，不能关闭；换手机请用“更换”');
    if (Array.from(input.password.normalize('NFKC')).length < limits.passwordLeast)
      throw new Refusal('illegalTransition', `请先把密码改为至少 ${limits.passwordLeast} 个字符，再关闭两步验证`);
    await takeCode(deps.db, deps.vault, { adminId: id, typed: input.second_factor, now });
  });
  await inSignInTransaction(deps, { account, origin }, async (tx) => {
    await removeSecondFactor(tx, account.id);
    await holdAccount(tx, account);
    await trail({ deps, tx, account, origin }, 'dropSecondFactor', '关闭两步验证');
  });
}

/** The password first, and nothing for those who must change it. Guesses count with those at the other deps. */
async function proved(
  deps: SignInDeps,
  input: SecondFactorProof,
  origin: Origin,
  further: (account: Account) => Promise<void>,
): Promise<Account> {
  return await guarded(deps, origin, () =>
    checkPassword(deps, {
      username: input.username,
      password: input.password,
      ...origin,
      now: deps.clock.now(),
      further: async (account) => {
        if (account.must_change_password) throw new Refusal('mustChangePassword');
        await further(account);
      },
    }),
  );
}

interface Trail {
  readonly deps: SignInDeps;
  readonly tx: Tx;
  readonly account: Account;
  readonly origin: Origin;
}

async function trail({ deps, tx, account, origin }: Trail, action: string, label: string): Promise<void> {
  const actor: Actor = { ...account, sessionId: 0, permissions: new Set(), scope: [] };
  await writeAudit({ db: tx, actor, now: deps.clock.now(), origin, log: deps.log, opId: randomUUID() }, [
    { docType: 'admin', docId: account.id, docNo: account.username, action, label },
  ]);
}
