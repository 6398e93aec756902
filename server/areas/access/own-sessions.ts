import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { EndOwnSessions } from '#contract/areas/me/account.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { type Account, checkPassword } from '#server/identity/check-password.ts';
import { holdAccount } from '#server/identity/hold-account.ts';
import { endSessionsById } from '#server/identity/sessions.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { Origin } from '#server/kit/call-context.ts';
import { publish } from '#server/push/publish.ts';
import { inSignInTransaction } from './complete-sign-in.ts';
import { guarded, passwordText, type SignInDeps } from './sign-in.ts';

export const endOwnSessionsInput = z.strictObject({
  password: passwordText,
  which: z.union([z.int().min(1), z.literal(['others', 'all'])], '请选择要退出的登录'),
}) satisfies z.ZodType<EndOwnSessions>;

/**
 * Ends sessions of the person who asks, and asks for the password first: whoever finds a desk unlocked must not throw
 * its owner out everywhere else. Guesses count with those at the other deps.
 */
export async function endOwnSessions(
  deps: SignInDeps,
  { password, which }: EndOwnSessions,
  { actor, origin }: { actor: Actor; origin: Origin },
): Promise<{ count: number }> {
  const now = deps.clock.now();
  const account = await guarded(deps, origin, () => own(deps, { actor, password, origin, now }));
  return await inSignInTransaction(deps, { account, origin }, async (tx) => {
    await holdAccount(tx, account);
    const those = which === 'others' ? { except: actor.sessionId } : which === 'all' ? {} : { only: which };
    const count = await endSessionsById(tx, { adminId: actor.id, now, ...those });
    // Another person's session is as absent as one that is over.
    if (count === 0 && typeof which === 'number') throw new Refusal('notFound', '该登录不存在或已经退出');
    if (count === 0) return { count };
    await writeAudit({ db: tx, actor, now, origin, log: deps.log, opId: randomUUID() }, [
      {
        docType: 'admin',
        docId: actor.id,
        docNo: actor.username,
        action: 'endSessions',
        label: '退出其他设备',
        remark: `退出 ${count} 处登录`,
      },
    ]);
    await publish(tx, { to: [actor.id], message: { type: 5, changed: ['session'] } });
    return { count };
  });
}

interface Proof {
  readonly actor: Actor;
  readonly password: string;
  readonly origin: Origin;
  readonly now: Date;
}

// The name is known here, so the sentence of the sign-in, which keeps it dark, would only puzzle.
async function own(deps: SignInDeps, { actor, password, origin, now }: Proof): Promise<Account> {
  try {
    return await checkPassword(deps, { username: actor.username, password, ...origin, now });
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') throw new Refusal('invalid', '密码错误', 'password');
    throw error;
  }
}
