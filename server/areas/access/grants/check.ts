import { sql } from 'kysely';
import { type DataDimension, dataDimensions } from '#contract/areas/access/data-role.ts';
import { organize } from '#contract/areas/access/organize.ts';
import { definitions } from '#contract/definitions.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import type { Tx } from '#server/database/transaction.ts';
import { covers } from '#server/identity/combine-scope.ts';
import { type Rights, readRights } from '#server/identity/read-rights.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { checkReferences } from '#server/kit/references.ts';
import { widenedBy } from '../organize-place.ts';
import { nameOfKey } from '../permission-names.ts';
import { membersUnder } from '../push-invalidation.ts';
import { type Change, idsOf } from './item.ts';

/**
 * Refuses a change that gives what `rights` lack (decision 0014): keys by comparison, data scope by looking at what the
 * person sees once the change is in place, so it must be called after `applyChange`.
 */
export async function refuseLacking(context: WriteContext, rights: Rights, change: Change): Promise<void> {
  const lacking = (await keysGained(context.db, change)).filter((key) => !rights.permissions.has(key));
  if (lacking.length > 0) {
    const shown = lacking.slice(0, 3).map((key) => `“${nameOfKey(key)}”`);
    throw new Refusal(
      'invalid',
      `不能授予自己没有的权限：${shown.join('、')}${lacking.length > 3 ? ' 等' : ''}`,
      fieldOf(change),
    );
  }
  if (change.subject === 'admin') {
    const after = await readRights(context.db, change.subjectId);
    if (after && !covers(rights.scope, after.scope))
      throw new Refusal('invalid', '授权后此人的数据范围会大于你自己的，不能授予', fieldOf(change));
    return;
  }
  // A role is for the whole company: who sees a part of it cannot know whom it reaches.
  if (change.subject === 'role' && rights.scope !== 'everything')
    throw new Refusal('invalid', '你的数据范围有限，不能扩大角色的权限', fieldOf(change));
  if (change.subject === 'organize') await refuseUnseen(context, rights, change);
}

/** Refuses a person who would change their own rights, as the person, as a holder of the role, as one of the organisation's people. */
export async function refuseOwn(
  context: WriteContext,
  change: Pick<Change, 'subject' | 'subjectId'> & Partial<Pick<Change, 'gained'>>,
): Promise<void> {
  const [parentId] = idsOf(change.gained ?? [], 'parent');
  if (parentId !== undefined) {
    const [before] = await lockRecords(context, organize, [change.subjectId]);
    if (before && (await widenedBy(context, { before, parentId })).includes(context.actor.id))
      throw new Refusal('illegalTransition', '移动后你自己的数据范围会变大，请由其他人操作');
    return;
  }
  if (await isOwn(context, change)) throw new Refusal('illegalTransition', ownWords[change.subject]);
}

const ownWords = {
  admin: '不能修改自己的角色、数据角色或组织，请由其他人操作',
  role: '不能扩大自己所持角色的权限或放宽其登录要求，请由其他人操作',
  organize: '不能修改自己所在组织的数据范围，请由其他人操作',
} as const;

async function isOwn(
  { db, actor }: WriteContext,
  { subject, subjectId }: Pick<Change, 'subject' | 'subjectId'>,
): Promise<boolean> {
  if (subject === 'admin') return subjectId === actor.id;
  if (subject === 'organize') return (await membersUnder(db, [subjectId])).includes(actor.id);
  const { rows } = await sql`select 1 from admin_role where role_id = ${subjectId} and admin_id = ${actor.id}`.execute(
    db,
  );
  return rows.length > 0;
}

// Of a role whose people may sign in more easily, all its keys: what it opens is easier to come by.
async function keysGained(db: Tx, { gained }: Change): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select permission_key as key from role_permission where role_id = any(${[...idsOf(gained, 'role'), ...idsOf(gained, 'passwordOnly')]}::bigint[])
    union select permission_key from permission where id = any(${idsOf(gained, 'permission')}::bigint[]) order by 1`.execute(
    db,
  );
  return rows.map(({ key }) => key);
}

async function refuseUnseen(context: WriteContext, rights: Rights, { subjectId, gained }: Change): Promise<void> {
  const actor = { ...context.actor, scope: rights.scope };
  for (const item of gained) {
    if (item.kind === 'parent') {
      const fields = { both: references(() => organize, '组织') };
      await checkReferences(context.db, actor, { fields, records: [{ both: [item.id, subjectId] }] });
      continue;
    }
    const { scope, label } = dataDimensions[item.id as DataDimension];
    if (item.value_ids?.length) {
      const target = definitions.find((definition) => definition.name === scope);
      if (!target) throw new Refusal('invalid', `没有可选择的${label}`, 'items');
      const fields = { value_ids: references(() => target, label) };
      await checkReferences(context.db, actor, { fields, records: [{ value_ids: item.value_ids }] });
    } else if (rights.scope !== 'everything')
      throw new Refusal('invalid', `你的数据范围有限，不能取消对${label}的限制`, 'items');
  }
}

function fieldOf({ subject, gained }: Change): string {
  const kind = gained[0]?.kind ?? (subject === 'organize' ? 'dimension' : 'role');
  return {
    role: 'role_ids',
    dataRole: 'data_role_ids',
    organize: 'organize_ids',
    mainOrganize: 'main_organize_id',
    permission: 'permission_ids',
    dimension: 'items',
    passwordOnly: 'require_second_factor',
    parent: 'parent_id',
  }[kind];
}
