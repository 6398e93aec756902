import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AdminInfo, Member } from '#contract/areas/access/admin.ts';
import { admin } from '#contract/areas/access/admin.ts';
import { organize } from '#contract/areas/access/organize.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { systemActor } from '#server/identity/actor.ts';
import { isVisible, scopeCondition } from '#server/identity/data-scope.ts';
import { readAudit } from '#server/kit/audit-trail.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';
import { waitingAbout } from './grants/list.ts';

/** One person with what the person holds and what waits. */
export async function staffInfo(context: ReadContext, id: number): Promise<AdminInfo> {
  const { db, actor } = context;
  const record = id === systemActor.id ? undefined : await readRecord(db, admin, { actor, id });
  if (!record) throw new Refusal('notFound');
  const { rows } = await sql<Pick<AdminInfo, 'role_ids' | 'organize_ids' | 'data_role_ids'>>`
    select role_ids, organize_ids, data_role_ids from staff where id = ${id}`.execute(db);
  const [held = { role_ids: [], organize_ids: [], data_role_ids: [] }] = rows;
  const audit = await readAudit(db, admin.name, id);
  const allowed = { transitions: [], edit: actor.permissions.has('admin:edit') };
  return {
    admin: { ...record, audit, allowed } as unknown as AdminInfo['admin'],
    ...held,
    grants: await waitingAbout(context, 'admin', id),
    own: id === actor.id,
  };
}

/** Names of people by id; ids of nobody are left out. */
export async function namesById(db: Kysely<unknown>, ids: readonly number[]): Promise<Record<string, string>> {
  const { rows } = await sql<{ id: number; nickname: string }>`
    select id, nickname from admin where id = any(${ids}::bigint[])`.execute(db);
  return Object.fromEntries(rows.map((row) => [row.id, row.nickname]));
}

/** The roles of a person, switched off ones too. Those of others are for who may look at people (`admin:view`). */
export async function rolesOf(
  { db, actor }: ReadContext,
  adminId: number,
): Promise<{ id: number; name: string; code: string; status: number }[]> {
  if (adminId !== actor.id && !actor.permissions.has('admin:view')) return [];
  const scoped = scopeCondition(admin, actor, 'a');
  const { rows } = await sql<{ id: number; name: string; code: string; status: number }>`
    select r.id, r.name, r.code, r.status from admin a join admin_role h on h.admin_id = a.id join role r on r.id = h.role_id
    where a.id = ${adminId}${scoped ? sql` and ${scoped}` : sql``} order by r.id`.execute(db);
  return rows;
}

interface Membership {
  readonly organizeId: number;
  /** People of the organisations below it as well. */
  readonly withChildren: boolean;
  /** Only accounts in use. */
  readonly inUse: boolean;
  readonly page?: { readonly size: number; readonly number: number };
}

/**
 * People who belong to an organisation that the caller may see. Everybody may be asked to choose a colleague; the mobile
 * number is told to who may look at people or at organisations, null to others.
 */
export async function membersOf(
  { db, actor }: ReadContext,
  { organizeId, withChildren, inUse, page }: Membership,
): Promise<{ list: Member[]; total: number }> {
  const scoped = scopeCondition(organize, actor, 'o');
  const mayCall = actor.permissions.has('admin:view') || actor.permissions.has('organize:view');
  const which: RawBuilder<boolean> = withChildren
    ? sql`${organizeId} = any(string_to_array(coalesce(o.path, o.id::text), '/')::bigint[])`
    : sql`o.id = ${organizeId}`;
  const filtered = sql`
    from staff a left join rank k on k.id = a.rank_id left join organize m on m.id = a.main_organize_id
    where a.organize_ids && array(select o.id from organize o where ${which}${scoped ? sql` and ${scoped}` : sql``}) and ${isVisible(admin, actor, 'a')}${inUse ? sql` and a.status = 1` : sql``}`;
  const { rows } = await sql<Member>`
    select a.id, a.username, a.nickname, ${mayCall ? sql`a.mobile` : sql`null`} as mobile, a.status, a.rank_id, k.name as rank_id__title, a.main_organize_id, m.name as main_organize_id__title
    ${filtered} order by k."order" nulls last, a.id${page ? sql` limit ${page.size} offset ${(page.number - 1) * page.size}` : sql``}`.execute(
    db,
  );
  if (!page) return { list: rows, total: rows.length };
  const { rows: counted } = await sql<{ total: number }>`select count(*) as total ${filtered}`.execute(db);
  return { list: rows, total: counted[0]?.total ?? 0 };
}
