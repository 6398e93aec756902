import { sql } from 'kysely';
import { staff } from '#contract/areas/access/admin.ts';
import type { Granted } from '#contract/areas/access/grant.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import { covers } from '#server/identity/combine-scope.ts';
import { type Rights, readRights } from '#server/identity/read-rights.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { checkReferences } from '#server/kit/references.ts';
import { applyChange, moveTo } from './grants/apply.ts';
import { askGrant } from './grants/ask.ts';
import { refuseOwn } from './grants/check.ts';
import { describe, refuseSwitchedOff } from './grants/describe.ts';
import { pushInvalidation } from './push-invalidation.ts';
import { type Held, isIdle, planRights, type RightsPlan, type WantedRights } from './rights-plan.ts';
import { keepingSuper } from './super-admins.ts';

interface Person {
  readonly id: number;
  readonly nickname: string;
}

/**
 * Changes what a person holds: what is taken away goes at once, what is added is asked for (decision 0014). The caller
 * holds the access lock and the person's row.
 */
export async function changeStaffRights(
  context: WriteContext,
  { rights, person, wanted }: { rights: Rights; person: Person; wanted: WantedRights },
): Promise<Granted> {
  const plan = planRights(await heldBy(context.db, person.id), wanted);
  if (isIdle(plan)) return { grant_id: null };
  await refuseOwn(context, { subject: 'admin', subjectId: person.id });
  await checkChosen(context, plan);
  const gained = await describe(context.db, plan.added, 'role_ids');
  await refuseSwitchedOff(context.db, gained);
  await takeAway(context, person, plan);
  const grant_id = await askGrant(context, rights, {
    subject: 'admin',
    subjectId: person.id,
    subjectName: person.nickname,
    gained,
    lost: await describe(context.db, plan.lost, 'organize_ids'),
  });
  return { grant_id };
}

/** What a person holds, with what is no longer in use. */
export async function heldBy(db: Tx, id: number): Promise<Held> {
  const { rows } = await sql<{ role: number[]; data_role: number[]; organize: number[]; main: number | null }>`
    select role_ids as role, data_role_ids as data_role, organize_ids as organize, main_organize_id as main from staff where id = ${id}`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Refusal('notFound');
  return { role: row.role, dataRole: row.data_role, organize: row.organize, main: row.main };
}

// What is not there and what the caller may not see are refused alike, under the field that names it.
async function checkChosen(context: WriteContext, { added }: RightsPlan): Promise<void> {
  await checkReferences(context.db, context.actor, {
    fields: staff.fields,
    records: [
      {
        role_ids: added.role,
        data_role_ids: added.dataRole,
        organize_ids: added.organize,
        main_organize_id: added.mainOrganize?.[0],
      },
    ],
  });
}

async function takeAway(context: WriteContext, person: Person, { removed, movesTo }: RightsPlan): Promise<void> {
  const items = await describe(context.db, removed, 'role_ids');
  if (movesTo !== undefined) await moveTo(context.db, person.id, movesTo);
  if (items.length === 0) return;
  const before = await readRights(context.db, person.id);
  await keepingSuper(context.db, () =>
    applyChange(context, { subject: 'admin', subjectId: person.id, gained: [], lost: items }),
  );
  const after = await readRights(context.db, person.id);
  // Whoever holds a key and no data role is limited by none.
  if (before && after && !covers(before.scope, after.scope))
    throw new Refusal('invalid', '移除后此人的数据范围反而会变大，请改选其他数据角色', 'data_role_ids');
  await writeAudit(context, [
    {
      docType: 'admin',
      docId: person.id,
      docNo: person.nickname,
      action: 'revoke',
      label: '收回授权',
      changes: { 授权: { before: items.map((item) => item.name), after: null } },
    },
  ]);
  await pushInvalidation(context.db, [person.id], 'access');
}
