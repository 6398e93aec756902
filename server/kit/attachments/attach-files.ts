import { sql } from 'kysely';
import { unusedFileDays } from '#contract/areas/tasks/files.ts';
import { type AttachRequest, attachmentSteps } from '#contract/kit/attachments.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { arrayOf, rowsOf } from '#server/database/rows-of.ts';
import { writeAudit } from '../audit-trail.ts';
import type { WriteContext } from '../call-context.ts';
import { lockRecords } from '../read-record.ts';
import { numberOf } from '../record-name.ts';
import { mayAttach } from './attachment-policy.ts';

interface Upload {
  file_id: string;
  name: string;
  size: number;
  purpose: string;
  doc_type: string | null;
  doc_id: number | null;
}

/**
 * Makes files that the caller has just uploaded those of a record, all or none. The record is locked first, then the files
 * by id: two records that want one file take turns, and the second is refused.
 */
export async function attachFiles(
  context: WriteContext,
  definition: AnyDefinition,
  { id, files }: AttachRequest,
): Promise<{ count: number }> {
  if (!mayAttach(definition, context.actor)) throw new Refusal('forbidden');
  const [record] = await lockRecords(context, definition, [id]);
  if (!record) throw new Refusal('notFound');
  const uploads = await lockUploads(
    context,
    files.map((file) => file.id),
  );
  const chosen = files.map((file, index) => {
    const field = `files.${index}.id`;
    const upload = uploads.get(file.id);
    if (!upload) throw new Refusal('notFound', '文件不存在或已过期，请重新上传', field);
    refuseUnfit(definition, { upload, id, field });
    if (files.findIndex((other) => other.id === file.id) < index)
      throw new Refusal('invalid', '同一文件选择了两次', field);
    return { ...upload, kind: file.kind };
  });
  await refuseTooMany(context, { definition, id, chosen });
  const wanted = rowsOf('k', {
    file_id: ['text', chosen.map((file) => file.file_id)],
    kind: ['text', chosen.map((file) => file.kind)],
  });
  await sql`
    update stored_file f set doc_type = ${definition.name}, doc_id = ${id}, kind = k.kind, attached_by = ${context.actor.id}, attached_at = ${context.now.toISOString()}, detached_at = null
    from ${wanted} where f.file_id = k.file_id`.execute(context.db);
  await writeAudit(
    context,
    chosen.map(({ name, kind }) => ({
      docType: definition.name,
      docId: id,
      docNo: numberOf(definition, record),
      action: 'attach',
      label: attachmentSteps.attach,
      remark: `${definition.attachments?.kinds[kind] ?? kind}：${name}`,
    })),
  );
  return { count: chosen.length };
}

// What somebody else uploaded is as little there for the caller as what nobody did; so is what is about to be swept.
async function lockUploads({ db, actor, now }: WriteContext, ids: readonly string[]): Promise<Map<string, Upload>> {
  const since = new Date(now.getTime() - unusedFileDays * 86_400_000).toISOString();
  const { rows } = await sql<Upload>`
    select file_id, name, size, purpose, doc_type, doc_id from stored_file
    where file_id = any(${arrayOf('text', ids)}) and admin_id = ${actor.id} and ready
      and (doc_id is not null or coalesce(detached_at, created_at) > ${since}::timestamptz)
    order by id for update`.execute(db);
  return new Map(rows.map((row) => [row.file_id, row]));
}

function refuseUnfit(
  { name: docType }: AnyDefinition,
  { upload, id, field }: { upload: Upload; id: number; field: string },
): void {
  if (upload.doc_id !== null) {
    const here = upload.doc_type === docType && upload.doc_id === id;
    throw new Refusal('duplicate', `“${upload.name}”已是${here ? '本' : '其他'}记录的附件`, field);
  }
  if (upload.purpose !== 'voucher') throw new Refusal('invalid', `“${upload.name}”不是作为凭证上传的`, field);
}

interface Adding {
  definition: AnyDefinition;
  id: number;
  chosen: readonly Upload[];
}

async function refuseTooMany({ db }: WriteContext, { definition, id, chosen }: Adding): Promise<void> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(size), 0)::bigint as bytes from stored_file where doc_type = ${definition.name} and doc_id = ${id}`.execute(
    db,
  );
  const { count = 0, bytes = 0 } = rows[0] ?? {};
  if (count + chosen.length > limits.attachments)
    throw new Refusal('invalid', `附件不能超过 ${limits.attachments} 个，已有 ${count} 个`, 'files');
  if (bytes + chosen.reduce((sum, file) => sum + file.size, 0) > limits.attachmentBytes)
    throw new Refusal('tooLarge', `附件合计不能超过 ${limits.attachmentBytes / 1_048_576} MB`, 'files');
}
