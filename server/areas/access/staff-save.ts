import { sql } from 'kysely';
import { z } from 'zod';
import { type AdminAdd, type AdminEdit, admin, staff } from '#contract/areas/access/admin.ts';
import type { Granted } from '#contract/areas/access/grant.ts';
import type { Saved } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { saveSchema } from '#contract/kit/schema.ts';
import { systemActor } from '#server/identity/actor.ts';
import { forgiveGuesses } from '#server/identity/guesses.ts';
import { holdAccess, refuseStronger } from '#server/identity/hold-access.ts';
import { forgetDevices } from '#server/identity/known-devices.ts';
import { weaknessOf } from '#server/identity/password-policy.ts';
import type { Passwords } from '#server/identity/passwords.ts';
import { endSessionsOf } from '#server/identity/sessions.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { checkReferences } from '#server/kit/references.ts';
import { addRecord, editRecord } from '#server/kit/save-record.ts';
import { ofDefinition } from '#server/kit/seen-schema.ts';
import { describe, refuseSwitchedOff } from './grants/describe.ts';
import { pushInvalidation } from './push-invalidation.ts';
import { changeStaffRights } from './staff-rights.ts';

const ids = z
  .array(z.int().min(1))
  .max(limits.pageSizeMost)
  .refine((list) => new Set(list).size === list.length, '不能重复');

const rightsShape = { role_ids: ids.optional(), data_role_ids: ids.optional(), organize_ids: ids.optional() };
const passwordText = z
  .string('请输入密码')
  .min(1, '请输入密码')
  .max(4 * limits.passwordMost, '密码过长');

/** What `add` and `edit` are sent: the record's fields, and what is no field of it. */
export const adminAddInput = ofDefinition(
  saveSchema(admin, 'add').safeExtend({ ...rightsShape, password: passwordText }),
);
export const adminEditInput = ofDefinition(
  saveSchema(admin, 'edit').safeExtend({ ...rightsShape, reset_password: passwordText.optional() }),
);

/** What saving a person stands on. */
export interface Saving {
  readonly numbers: Numbers;
  readonly passwords: Passwords;
}

/** Adds a person with a first password; the organisations hold at once, roles and data roles are asked for. */
export async function addStaff(
  context: WriteContext,
  input: AdminAdd,
  { numbers, passwords }: Saving,
): Promise<Saved & Granted> {
  refuseWeak(input.password, [input.username, input.nickname], 'password');
  // Before the lock: it takes a tenth of a second, and others wait.
  const hash = await passwords.hash(input.password);
  const rights = await holdAccess(context);
  const { password: _password, role_ids, data_role_ids, organize_ids, ...record } = input;
  const saved = await addRecord(context, {
    definition: admin,
    input: record,
    numbers,
    hooks: {
      derive: async () => ({
        password_hash: hash,
        password_changed_at: context.now.toISOString(),
        must_change_password: true,
      }),
    },
  });
  const person = { id: saved.id, nickname: input.nickname };
  await joinOrganizes(context, person.id, [...(organize_ids ?? []), input.main_organize_id]);
  const granted = await changeStaffRights(context, { rights, person, wanted: { role_ids, data_role_ids } });
  return { ...saved, ...granted };
}

/** Edits a person: the record, what the person holds, and the password when it is reset. */
export async function editStaff(
  context: WriteContext,
  input: AdminEdit,
  { numbers, passwords }: Saving,
): Promise<Saved & Granted> {
  const { id, reset_password: fresh, role_ids, data_role_ids, organize_ids, main_organize_id, ...rest } = input;
  const hash = fresh === undefined ? undefined : await passwords.hash(fresh);
  const rights = await holdAccess(context);
  const [found] = id === systemActor.id ? [] : await lockRecords(context, admin, [id]);
  if (!found) throw new Refusal('notFound');
  const opens = fresh !== undefined;
  const field = opens ? 'reset_password' : undefined;
  await refuseStronger(context, rights, { people: [found], opens, field });
  const saved = await editRecord(context, { definition: admin, input: { id, ...rest }, hooks: {}, numbers });
  const [record] = await lockRecords(context, admin, [id]);
  if (!record) throw new Refusal('notFound');
  const person: Person = record;
  if (hash !== undefined && fresh !== undefined) {
    refuseWeak(fresh, [person.username, person.nickname], 'reset_password');
    await resetPassword(context, { person, hash });
  }
  const wanted = { role_ids, data_role_ids, organize_ids, main_organize_id };
  const granted = await changeStaffRights(context, { rights, person, wanted });
  return { ...saved, ...granted, version: await versionOf(context, id) };
}

interface Person {
  readonly id: number;
  readonly username: string;
  readonly nickname: string;
}

// Somebody without a role and a data role sees nothing (`combineScope`): what the organisations come to is judged when
// either is given.
async function joinOrganizes(context: WriteContext, id: number, organizeIds: readonly number[]): Promise<void> {
  await checkReferences(context.db, context.actor, { fields: staff.fields, records: [{ organize_ids: organizeIds }] });
  await refuseSwitchedOff(context.db, await describe(context.db, { organize: organizeIds }, 'organize_ids'));
  await sql`
    insert into admin_organize (admin_id, organize_id) select ${id}, unnest(${organizeIds}::bigint[]) on conflict do nothing`.execute(
    context.db,
  );
}

async function resetPassword(context: WriteContext, { person, hash }: { person: Person; hash: string }): Promise<void> {
  if (person.id === context.actor.id)
    throw new Refusal('illegalTransition', '请用“修改密码”修改自己的密码', 'reset_password');
  const now = context.now.toISOString();
  await sql`
    update admin set password_hash = ${hash}, password_changed_at = ${now}, must_change_password = true where id = ${person.id}`.execute(
    context.db,
  );
  await endSessionsOf(context.db, { adminId: person.id, now: context.now });
  await forgetDevices(context.db, person.id);
  await forgiveGuesses(context.db, person);
  await writeAudit(context, [
    { docType: 'admin', docId: person.id, docNo: person.nickname, action: 'resetPassword', label: '重置密码' },
  ]);
  await pushInvalidation(context.db, [person.id], 'session');
}

function refuseWeak(password: string, names: readonly string[], field: string): void {
  const weakness = weaknessOf(password, names);
  if (weakness) throw new Refusal('invalid', weakness, field);
}

async function versionOf(context: WriteContext, id: number): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from admin where id = ${id}`.execute(context.db);
  return rows[0]?.version ?? 0;
}
