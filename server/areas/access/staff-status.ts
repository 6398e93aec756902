import { z } from 'zod';
import { admin } from '#contract/areas/access/admin.ts';
import { onOff } from '#contract/areas/enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { systemActor } from '#server/identity/actor.ts';
import { holdAccess, refuseStronger } from '#server/identity/hold-access.ts';
import { endSessionsOfAll } from '#server/identity/sessions.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { changeStatus, type StatusHooks } from '#server/kit/status.ts';
import { pushInvalidation } from './push-invalidation.ts';
import { keepingSuper } from './super-admins.ts';

const id = z.int().min(1);

/** What a switch is sent: one record or several, all or none. */
export const switchShape = {
  id: id.optional(),
  ids: z.array(id).min(1).max(limits.pastedEntries).optional(),
  status: z.custom<number>(
    (value) => value === 0 || value === 1,
    `请从这些值中选择：${Object.values(onOff).join('、')}`,
  ),
};

/** The records a switch is about; exactly one of `id` and `ids` says it. */
export function switchedIds(asked: { id?: number | undefined; ids?: number[] | undefined }): number[] {
  if ((asked.id === undefined) === (asked.ids === undefined))
    throw new Refusal('invalid', '请指定一个或多个记录', 'id');
  return asked.ids ?? [asked.id ?? 0];
}

/** Switches accounts. Nobody switches their own; off ends every session by force, and one super admin always stays. */
export async function switchStaff(
  context: WriteContext,
  ids: readonly number[],
  status: number,
): Promise<{ count: number }> {
  const rights = await holdAccess(context);
  if (ids.includes(systemActor.id)) throw new Refusal('notFound');
  if (ids.includes(context.actor.id)) throw new Refusal('illegalTransition', '不能启用或停用自己的账号');
  let count = 0;
  await keepingSuper(context.db, async () => {
    const hooks: StatusHooks = {
      guardStatus: (_context, records) =>
        refuseStronger(context, rights, {
          people: records as unknown as Person[],
          opens: status === 1,
          field: 'status',
        }),
    };
    ({ count } = await changeStatus(context, { definition: admin, ids, status, hooks }));
  });
  if (status === 0) await endSessions(context, ids);
  return { count };
}

interface Person {
  readonly id: number;
  readonly nickname: string;
}

async function endSessions({ db, now }: WriteContext, ids: readonly number[]): Promise<void> {
  await endSessionsOfAll(db, ids, now);
  await pushInvalidation(db, ids, 'session');
}
