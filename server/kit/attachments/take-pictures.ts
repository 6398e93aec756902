import { sql } from 'kysely';
import { type FilePurpose, unusedFileDays } from '#contract/areas/tasks/files.ts';
import { attachmentSteps } from '#contract/kit/attachments.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { storedFileId } from '#contract/kit/kinds/picture.ts';
import { writeAudit } from '../audit-trail.ts';
import type { WriteContext } from '../call-context.ts';
import { numberOf } from '../record-name.ts';
import type { Values } from '../save-record.ts';

interface Change {
  readonly purpose: FilePurpose;
  readonly name: string;
  readonly label: string;
  readonly coming: string | null;
  readonly going: string | null;
}

/**
 * Makes the pictures that a save names those of the record, and lets go of those it no longer names: what hangs on a record
 * is seen by whoever sees it and never swept. The record is locked by its save; a picture is its uploader's to use once.
 */
export async function takePictures(
  context: WriteContext,
  definition: AnyDefinition,
  { id, values, before }: { id: number; values: Values; before: Values | undefined },
): Promise<void> {
  const changes = Object.entries(definition.fields).flatMap(([name, { upload, label }]): Change[] => {
    const [coming, going] = [storedFileId(values[name]), storedFileId(before?.[name])];
    return upload && coming !== going ? [{ name, label, coming, going, purpose: upload.purpose }] : [];
  });
  for (const change of changes) {
    const gone = change.going === null ? undefined : await letGo(context, definition, { id, fileId: change.going });
    const come = change.coming === null ? undefined : await take(context, definition.name, { id, ...change });
    const row = { docType: definition.name, docId: id, docNo: numberOf(definition, values) };
    await writeAudit(context, [
      ...(gone
        ? [{ ...row, action: 'detach', label: attachmentSteps.detach, remark: `${change.label}：${gone}` }]
        : []),
      ...(come
        ? [{ ...row, action: 'attach', label: attachmentSteps.attach, remark: `${change.label}：${come}` }]
        : []),
    ]);
  }
}

async function take(
  { db, actor, now }: WriteContext,
  docType: string,
  { id, name, coming, purpose }: Change & { id: number },
): Promise<string> {
  const since = new Date(now.getTime() - unusedFileDays * 86_400_000).toISOString();
  const { rows } = await sql<{ name: string }>`
    update stored_file set doc_type = ${docType}, doc_id = ${id}, kind = ${name}, attached_by = ${actor.id}, attached_at = ${now.toISOString()}, detached_at = null
    where file_id = ${coming} and admin_id = ${actor.id} and ready and purpose = ${purpose} and doc_id is null
      and coalesce(detached_at, created_at) > ${since}::timestamptz
    returning name`.execute(db);
  const [taken] = rows;
  if (!taken) throw new Refusal('notFound', '图片不存在、已过期或已被使用，请重新上传', name);
  return taken.name;
}

async function letGo(
  { db, now }: WriteContext,
  definition: AnyDefinition,
  { id, fileId }: { id: number; fileId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    update stored_file set doc_type = null, doc_id = null, kind = null, attached_by = null, attached_at = null, detached_at = ${now.toISOString()}
    where file_id = ${fileId} and doc_type = ${definition.name} and doc_id = ${id} returning name`.execute(db);
  return rows[0]?.name;
}
