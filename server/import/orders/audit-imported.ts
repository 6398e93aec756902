import { type RawBuilder, sql } from 'kysely';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/** Begins the history of imported records, in one statement however many: `records` selects their `id` and `no`. */
export async function auditImported(
  { db, actor, now, opId, origin }: WriteContext,
  { definition, records, status }: { definition: AnyDefinition; records: RawBuilder<unknown>; status?: number },
): Promise<void> {
  await sql`
    insert into audit_log (doc_type, doc_id, doc_no, action, label, to_status, admin_id, at, op_id, ip, device)
    select ${definition.name}, r.id, r.no, 'import', '导入', ${status ?? null}::int, ${actor.id}, ${now.toISOString()}::timestamptz, ${opId}::uuid, ${origin.ip}, ${origin.device ?? null}
    from (${records}) r order by r.id`.execute(db);
}
