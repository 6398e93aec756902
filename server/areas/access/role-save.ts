import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { dataRole } from '#contract/areas/access/data-role.ts';
import type { Granted } from '#contract/areas/access/grant.ts';
import { type RoleAdd, type RoleEdit, role } from '#contract/areas/access/role.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import { saveSchema } from '#contract/kit/schema.ts';
import { holdAccess } from '#server/identity/hold-access.ts';
import type { Rights } from '#server/identity/read-rights.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { checkReferences } from '#server/kit/references.ts';
import { addRecord, editRecord } from '#server/kit/save-record.ts';
import { ofDefinition } from '#server/kit/seen-schema.ts';
import { applyChange } from './grants/apply.ts';
import { askGrant } from './grants/ask.ts';
import { refuseLacking } from './grants/check.ts';
import { describe, refuseSwitchedOff } from './grants/describe.ts';
import type { StoredItem } from './grants/item.ts';
import { holdersOf, pushInvalidation } from './push-invalidation.ts';
import { difference } from './rights-plan.ts';

const ids = z
  .array(z.int().min(1))
  .max(limits.pastedEntries)
  .refine((list) => new Set(list).size === list.length, '不能重复');
const shape = { permission_ids: ids.optional(), data_role_ids: ids.optional() };

/** What `add` and `edit` are sent: the record's fields, and what is no field of it. */
export const roleAddInput = ofDefinition(saveSchema(role, 'add').safeExtend(shape));
export const roleEditInput = ofDefinition(saveSchema(role, 'edit').safeExtend(shape));

/** Adds a role. Nobody holds it yet, so its permissions hold at once; giving it to somebody is what a second person approves. */
export async function addRole(context: WriteContext, input: RoleAdd, numbers: Numbers): Promise<Saved> {
  const rights = await holdAccess(context);
  const { permission_ids = [], data_role_ids = [], ...record } = input;
  const saved = await addRecord(context, { definition: role, input: record, hooks: {}, numbers });
  const gained = await chosen(context, { permission_ids, data_role_ids });
  if (gained.length === 0) return saved;
  const change = { subject: 'role', subjectId: saved.id, gained, lost: [] } as const;
  await applyChange(context, change);
  await refuseLacking(context, rights, change);
  return { ...saved, version: saved.version + 1 };
}

/**
 * Edits a role: what is taken away goes at once from everybody who holds it, what is added waits for approval, and so does
 * letting its people sign in without the second factor that it required.
 */
export async function editRole(context: WriteContext, input: RoleEdit, numbers: Numbers): Promise<Saved & Granted> {
  const rights = await holdAccess(context);
  const { permission_ids, data_role_ids, ...record } = input;
  const [before] = await lockRecords(context, role, [input.id]);
  if (before) refuseBuiltIn(before, record);
  const { require_second_factor, ...rest } = record;
  const eases = before?.require_second_factor === true && require_second_factor !== undefined && !require_second_factor;
  const saved = await editRecord(context, {
    definition: role,
    input: eases ? rest : record,
    hooks: {},
    numbers,
  });
  const granted = await changeContents(
    context,
    { rights, id: input.id, name: String(before?.name), builtIn: before?.built_in === true, eases },
    { permission_ids, data_role_ids },
  );
  return { ...saved, ...granted, version: await versionOf(context.db, input.id) };
}

/** Ids of the permissions and data roles that a role holds. */
export async function contentsOf(
  db: Kysely<unknown>,
  id: number,
): Promise<{ permission_ids: number[]; data_role_ids: number[] }> {
  const { rows } = await sql<{ permission_ids: number[]; data_role_ids: number[] }>`
    select array(select p.id from role_permission h join permission p on p.permission_key = h.permission_key where h.role_id = ${id} order by 1) as permission_ids,
      array(select data_role_id from role_data_role where role_id = ${id} order by 1) as data_role_ids`.execute(db);
  return rows[0] ?? { permission_ids: [], data_role_ids: [] };
}

interface Contents {
  readonly permission_ids?: number[] | undefined;
  readonly data_role_ids?: number[] | undefined;
}

interface Editing {
  readonly rights: Rights;
  readonly id: number;
  readonly name: string;
  readonly builtIn: boolean;
  /** Its people are to need no second factor any more. */
  readonly eases: boolean;
}

async function changeContents(
  context: WriteContext,
  { rights, id, name, builtIn, eases }: Editing,
  wanted: Contents,
): Promise<Granted> {
  const held = await contentsOf(context.db, id);
  const permissions = difference(held.permission_ids, wanted.permission_ids);
  const dataRoles = difference(held.data_role_ids, wanted.data_role_ids);
  if (builtIn && permissions.added.length + permissions.removed.length > 0)
    throw new Refusal('illegalTransition', '内置角色的权限随版本更新，不能修改；请另建角色', 'permission_ids');
  if (held.data_role_ids.length > 0 && wanted.data_role_ids?.length === 0)
    throw new Refusal('invalid', '没有数据角色就不限制数据范围；请改选其他数据角色', 'data_role_ids');
  const gained = await chosen(context, { permission_ids: permissions.added, data_role_ids: dataRoles.added });
  const removed = await describe(
    context.db,
    { permission: permissions.removed, dataRole: dataRoles.removed },
    'permission_ids',
  );
  await takeAway(context, { id, name, removed });
  const grant_id = await askGrant(context, rights, {
    subject: 'role',
    subjectId: id,
    subjectName: name,
    gained: eases ? [...gained, { kind: 'passwordOnly', id, name: '不再强制两步验证' }] : gained,
    lost: [],
  });
  return { grant_id };
}

async function chosen(
  context: WriteContext,
  { permission_ids = [], data_role_ids = [] }: Contents,
): Promise<StoredItem[]> {
  await checkReferences(context.db, context.actor, {
    fields: { data_role_ids: references(() => dataRole, dataRole.label) },
    records: [{ data_role_ids }],
  });
  const gained = await describe(context.db, { permission: permission_ids, dataRole: data_role_ids }, 'permission_ids');
  await refuseSwitchedOff(context.db, gained);
  return gained;
}

async function takeAway(
  context: WriteContext,
  { id, name, removed }: { id: number; name: string; removed: readonly StoredItem[] },
): Promise<void> {
  if (removed.length === 0) return;
  await applyChange(context, { subject: 'role', subjectId: id, gained: [], lost: removed });
  await writeAudit(context, [
    {
      docType: 'role',
      docId: id,
      docNo: name,
      action: 'revoke',
      label: '收回权限',
      changes: { 授权: { before: removed.map((item) => item.name), after: null } },
    },
  ]);
  await pushInvalidation(context.db, await holdersOf(context.db, [id]), 'access');
}

// What the product's version brings in again at every start is not to be edited.
function refuseBuiltIn(before: Record<string, unknown>, record: Record<string, unknown>): void {
  if (before.built_in !== true) return;
  const field = ['name', 'code', 'app_type'].find(
    (name) => record[name] !== undefined && record[name] !== before[name],
  );
  if (field) throw new Refusal('illegalTransition', '内置角色的名称和编码不能修改', field);
}

async function versionOf(db: Kysely<unknown>, id: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from role where id = ${id}`.execute(db);
  return rows[0]?.version ?? 0;
}
