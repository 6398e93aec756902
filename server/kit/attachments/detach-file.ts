import { sql } from 'kysely';
import { attachmentSteps, type DetachRequest } from '#contract/kit/attachments.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from '../audit-trail.ts';
import type { WriteContext } from '../call-context.ts';
import { lockRecords } from '../read-record.ts';
import { numberOf } from '../record-name.ts';
import { isSettled, mayAttach, mayDetach } from './attachment-policy.ts';

/**
 * Takes a file away from its record; it is its uploader's again and swept after the usual days. From a document that is
 * being judged it goes with a new version: who judges has not seen what is left (decision 0027).
 */
export async function detachFile(
  context: WriteContext,
  definition: AnyDefinition,
  { id, file_id }: DetachRequest,
): Promise<{ count: number }> {
  const { actor, db } = context;
  if (!mayAttach(definition, actor)) throw new Refusal('forbidden');
  const [record] = await lockRecords(context, definition, [id]);
  if (!record) throw new Refusal('notFound');
  const file = await lockFile(context, definition, { id, file_id });
  if (!file) throw new Refusal('notFound', '附件已被移除', 'file_id');
  if (!mayDetach(definition, actor, file.attached_by)) throw new Refusal('forbidden', '只能移除自己添加的附件');
  const status = definition.states ? (record.status as number) : null;
  if (await isSettled(db, definition, { id, status })) {
    const now = definition.states?.[status ?? 0]?.[0];
    throw new Refusal('illegalTransition', `${numberOf(definition, record)} 当前为“${now}”，附件只能增加，不能移除`);
  }
  await sql`
    update stored_file set doc_type = null, doc_id = null, kind = null, attached_by = null, attached_at = null, detached_at = ${context.now.toISOString()}
    where file_id = ${file_id}`.execute(db);
  const judged = status !== null && !definition.editable?.includes(status);
  await writeAudit(
    context,
    [
      {
        docType: definition.name,
        docId: id,
        docNo: numberOf(definition, record),
        action: 'detach',
        label: attachmentSteps.detach,
        remark: `${definition.attachments?.kinds[file.kind] ?? file.kind}：${file.name}`,
      },
    ],
    judged
      ? sql`update ${sql.table(tableOf(definition))} set version = version + 1, updated_by = ${actor.id}, updated_at = ${context.now.toISOString()} where id = ${id}`
      : undefined,
  );
  return { count: 1 };
}

async function lockFile(
  { db }: WriteContext,
  definition: AnyDefinition,
  { id, file_id }: DetachRequest,
): Promise<{ name: string; kind: string; attached_by: number } | undefined> {
  const { rows } = await sql<{ name: string; kind: string; attached_by: number }>`
    select name, kind, attached_by from stored_file where file_id = ${file_id} and doc_type = ${definition.name} and doc_id = ${id} for update`.execute(
    db,
  );
  return rows[0];
}
