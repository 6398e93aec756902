import { sql } from 'kysely';
import type { Attachment, AttachmentList } from '#contract/kit/attachments.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { ReadContext } from '../call-context.ts';
import { isSettled, mayAttach, mayDetach } from './attachment-policy.ts';
import { visibleRecord } from './visible-record.ts';

/** The files of a record and what the caller may do with them; `notFound` for a record that they do not see. */
export async function listAttachments(
  { db, actor }: ReadContext,
  definition: AnyDefinition,
  id: number,
): Promise<AttachmentList> {
  const record = await visibleRecord(db, definition, { actor, id });
  if (!record) throw new Refusal('notFound');
  const { rows } = await sql<Omit<Attachment, 'detachable'>>`
    select f.file_id as id, f.name, f.type, f.size, f.kind, f.attached_by as admin_id, a.nickname as admin_name, f.attached_at as at
    from stored_file f left join admin a on a.id = f.attached_by
    where f.doc_type = ${definition.name} and f.doc_id = ${id} order by f.attached_at, f.id`.execute(db);
  const settled = rows.length > 0 && (await isSettled(db, definition, record));
  return {
    list: rows.map((file) => ({ ...file, detachable: !settled && mayDetach(definition, actor, file.admin_id) })),
    attachable: mayAttach(definition, actor),
  };
}
