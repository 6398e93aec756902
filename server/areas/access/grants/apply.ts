import { sql } from 'kysely';
import { type DataDimension, dataDimensions } from '#contract/areas/access/data-role.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { putUnder } from '../organize-place.ts';
import { type Change, idsOf, type StoredItem } from './item.ts';

/** Puts a change of rights in place, in sets. The subject's version goes on, so that a form opened before is out of date. */
export async function applyChange(context: WriteContext, change: Change): Promise<void> {
  const { db, now, actor } = context;
  const { subject, subjectId, gained } = change;
  if (subject === 'admin') await applyToPerson(db, change);
  else if (subject === 'role') await applyToRole(db, change);
  else await applyToOrganize(context, subjectId, gained);
  await sql`
    update ${sql.table(subject)} set version = version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()} where id = ${subjectId}`.execute(
    db,
  );
}

async function applyToPerson(db: Tx, { subjectId, gained, lost }: Change): Promise<void> {
  const [main] = idsOf(gained, 'mainOrganize');
  if (main !== undefined) await moveTo(db, subjectId, main);
  await sql`
    insert into admin_role (admin_id, role_id) select ${subjectId}, unnest(${idsOf(gained, 'role')}::bigint[]) on conflict do nothing`.execute(
    db,
  );
  await sql`
    insert into admin_data_role (admin_id, data_role_id) select ${subjectId}, unnest(${idsOf(gained, 'dataRole')}::bigint[]) on conflict do nothing`.execute(
    db,
  );
  await sql`
    insert into admin_organize (admin_id, organize_id) select ${subjectId}, unnest(${idsOf(gained, 'organize')}::bigint[]) on conflict do nothing`.execute(
    db,
  );
  await sql`delete from admin_role where admin_id = ${subjectId} and role_id = any(${idsOf(lost, 'role')}::bigint[])`.execute(
    db,
  );
  await sql`
    delete from admin_data_role where admin_id = ${subjectId} and data_role_id = any(${idsOf(lost, 'dataRole')}::bigint[])`.execute(
    db,
  );
  await sql`
    delete from admin_organize where admin_id = ${subjectId} and organize_id = any(${idsOf(lost, 'organize')}::bigint[])`.execute(
    db,
  );
}

/** Makes an organisation the main one of a person; the old one stays among the person's organisations. */
export async function moveTo(db: Tx, adminId: number, organizeId: number): Promise<void> {
  await sql`
    insert into admin_organize (admin_id, organize_id)
    select id, main_organize_id from admin where id = ${adminId} and main_organize_id is not null on conflict do nothing`.execute(
    db,
  );
  await sql`update admin set main_organize_id = ${organizeId} where id = ${adminId}`.execute(db);
}

async function applyToRole(db: Tx, { subjectId, gained, lost }: Change): Promise<void> {
  await sql`
    insert into role_permission (role_id, permission_key)
    select ${subjectId}, permission_key from permission where id = any(${idsOf(gained, 'permission')}::bigint[]) on conflict do nothing`.execute(
    db,
  );
  await sql`
    insert into role_data_role (role_id, data_role_id) select ${subjectId}, unnest(${idsOf(gained, 'dataRole')}::bigint[]) on conflict do nothing`.execute(
    db,
  );
  await sql`update role set require_second_factor = false where id = any(${idsOf(gained, 'passwordOnly')}::bigint[])`.execute(
    db,
  );
  await sql`
    delete from role_permission h using permission p
    where h.role_id = ${subjectId} and p.permission_key = h.permission_key and p.id = any(${idsOf(lost, 'permission')}::bigint[])`.execute(
    db,
  );
  await sql`
    delete from role_data_role where role_id = ${subjectId} and data_role_id = any(${idsOf(lost, 'dataRole')}::bigint[])`.execute(
    db,
  );
}

async function applyToOrganize(context: WriteContext, organizeId: number, items: readonly StoredItem[]): Promise<void> {
  const [parent] = idsOf(items, 'parent');
  if (parent !== undefined) await putUnder(context, organizeId, parent);
  await setDimensions(
    context.db,
    organizeId,
    items.filter(({ kind }) => kind === 'dimension'),
  );
}

async function setDimensions(db: Tx, organizeId: number, items: readonly StoredItem[]): Promise<void> {
  if (items.length === 0) return;
  const rows = items.map((item) => ({
    dimension: dataDimensions[item.id as DataDimension].scope,
    value_ids: item.value_ids ?? [],
  }));
  const open = rows.filter((row) => row.value_ids.length === 0).map((row) => row.dimension);
  const limited = rows.filter((row) => row.value_ids.length > 0);
  await sql`delete from organize_data where organize_id = ${organizeId} and dimension = any(${open}::text[])`.execute(
    db,
  );
  await sql`
    insert into organize_data (organize_id, dimension, value_ids)
    select ${organizeId}, r.dimension, array(select jsonb_array_elements_text(r.value_ids)::bigint)
    from jsonb_to_recordset(${JSON.stringify(limited)}::jsonb) as r (dimension text, value_ids jsonb)
    on conflict (organize_id, dimension) do update set value_ids = excluded.value_ids`.execute(db);
}
