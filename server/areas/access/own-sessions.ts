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
import { opened } from './let-in.ts';
import { type Doors, guarded, passwordText } from './sign-in.ts';

export const endOwnSessionsInput = z.strictObject({
  password: passwordText,
  which: z.union([z.int().min(1), z.literal(['others', 'all'])], '请选择要退出的登录'),
}) satisfies z.ZodType<EndOwnSessions>;

/**
 * Ends sessions of the person who asks, and asks for the password first: whoever finds a desk unlocked must not throw
 * its owner out everywhere else. Guesses count with those at the other doors.
 */
export async function endOwnSessions(
  doors: Doors,
  { password, which }: EndOwnSessions,
  { actor, origin }: { actor: Actor; origin: Origin },
): Promise<{ count: number }> {
  const now = doors.clock.now();
  const account = await guarded(doors, origin, () => own(doors, { actor, password, origin, now }));
  return await opened(doors, { account, origin }, async (tx) => {
    await holdAccount(tx, account);
    const those =
      which === 'others' ? { except: actor.sessionId } : which === 'all' ? {} : ({ only: which } as { only: number });
    const count = await endSessionsById(tx, { adminId: actor.id, now, ...those });
    // Another person's session is as absent as one that is over.
    if (count === 0 && typeof which === 'number') throw new Refusal('notFound', '该登录不存在或已经退出');
    if (count === 0) return { count };
    await writeAudit({ db: tx, actor, now, origin, log: doors.log, opId: randomUUID() }, [
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
async function own(doors: Doors, { actor, password, origin, now }: Proof): Promise<Account> {
  try {
    return await checkPassword(doors, { username: actor.username, password, ...origin, now });
  } catch (error) {
    if (error instanceof Refusal && error.kind === 'invalid') throw new Refusal('invalid', '密码错误', 'password');
    throw error;
  }
}
