import { type Kysely, sql } from 'kysely';
import { filePath, savedName, type UploadedFile, uploadFile } from '#contract/areas/tasks/files.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { CallContext } from '#server/kit/call-context.ts';
import { claimOperation, firstAnswer, keepAnswer, type StoredAnswer } from '#server/kit/operations.ts';
import type { Inspected } from './file-type.ts';
import type { Received } from './receive-file.ts';

/** Files that one person may have waiting for a use. */
const unusedMost = 200;

/**
 * Makes a received file one of the product's, once for each op id: a repeat gets the first answer and its bytes are thrown
 * away. First the row, then the bytes, then the answer: whenever the process dies, nothing stays that nobody finds.
 */
export async function keepFile(
  context: CallContext & { db: Kysely<unknown>; opId: string },
  received: Received,
  { type, preview, size, sha256 }: Inspected & { readonly size: number; readonly sha256: string },
): Promise<UploadedFile> {
  const { db, actor, now, opId } = context;
  const { draft, purpose } = received;
  const operation = {
    opId,
    adminId: actor.id,
    call: uploadFile.path,
    // A repeat is known by what came in, whatever was made of it.
    input: { name: received.name, sha256: received.sha256, purpose },
  };
  const name = savedName({ name: received.name, type });
  const before = await firstAnswer(db, operation);
  if (before) return before.result as UploadedFile;
  await refuseMany(db, actor.id);
  const { rows } = await sql<{ id: number }>`
    insert into stored_file (file_id, name, type, size, sha256, admin_id, purpose, preview, created_at)
    values (${draft.id}, ${name}, ${type}, ${size}, ${sha256}, ${actor.id}, ${purpose}, ${preview === null ? null : JSON.stringify(preview)}::jsonb, ${now.toISOString()}) returning id`.execute(
    db,
  );
  await draft.commit();
  const answer: UploadedFile = { id: draft.id, path: `${filePath}/${draft.id}`, name, type, size };
  const stored = await inTransaction(db, async (tx): Promise<StoredAnswer | undefined> => {
    const first = await claimOperation(tx, operation);
    if (first) return first;
    await sql`update stored_file set ready = true where file_id = ${draft.id}`.execute(tx);
    await writeAudit({ ...context, db: tx }, [
      {
        docType: 'storedFile',
        docId: rows[0]?.id ?? 0,
        docNo: draft.id,
        action: 'upload',
        label: '上传文件',
        remark: name,
      },
    ]);
    await keepAnswer(tx, opId, answer);
    return undefined;
  });
  return stored ? (stored.result as UploadedFile) : answer;
}

// What an import has read, or waits to read, has found its use.
async function refuseMany(db: Kysely<unknown>, adminId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from stored_file f where f.admin_id = ${adminId} and f.doc_id is null
      and not exists (select 1 from export_task t where t.admin_id = ${adminId} and t.payload ->> 'file_id' = f.file_id)`.execute(
    db,
  );
  if ((rows[0]?.count ?? 0) >= unusedMost)
    throw new Refusal('tooMany', `您已上传 ${unusedMost} 个还没有使用的文件，请稍后再试`, 'file');
}
