import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { AuditRow } from '#contract/kit/calls.ts';
import type { HistorySteps } from '#contract/kit/transition.ts';
import type { WriteContext } from './call-context.ts';

/** What one step of a record's history says, besides who and when. */
export interface AuditEntry {
  readonly docType: string;
  readonly docId: number;
  readonly docNo: string | null;
  readonly action: string;
  readonly label: string;
  readonly fromStatus?: number | null;
  readonly toStatus?: number | null;
  readonly result?: number | null;
  readonly remark?: string | null;
  readonly changes?: Record<string, { before: unknown; after: unknown }> | null;
}

/**
 * Writes the history of every record a call touched, in one statement, in the call's transaction. `change`: the statement
 * that the history is of, where there is just one; both go to the database together.
 */
export async function writeAudit(
  context: WriteContext,
  entries: readonly AuditEntry[],
  change?: RawBuilder<unknown>,
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.map((entry) => ({
    doc_type: entry.docType,
    doc_id: entry.docId,
    doc_no: entry.docNo,
    action: entry.action,
    label: entry.label,
    from_status: entry.fromStatus ?? null,
    to_status: entry.toStatus ?? null,
    result: entry.result ?? null,
    remark: entry.remark ?? null,
    changes: entry.changes ?? null,
  }));
  await sql`
    ${change ? sql`with change as (${change})` : sql``}
    insert into audit_log (doc_type, doc_id, doc_no, action, label, from_status, to_status, result, remark, changes, admin_id, at, op_id, ip, device)
    select e.*, ${context.actor.id}, ${context.now.toISOString()}::timestamptz, ${context.opId}::uuid, ${context.origin.ip}, ${context.origin.device ?? null}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (doc_type text, doc_id bigint, doc_no text, action text, label text,
      from_status int, to_status int, result int, remark text, changes jsonb)`.execute(context.db);
}

/** First words of the history of many records, for statements that make them all at once. */
interface HistoryOf {
  readonly docType: string;
  readonly action: string;
  readonly label: string;
  /** Columns of `rows`, or values: the record's number, its states, what is said besides. */
  readonly no: RawBuilder<unknown>;
  readonly fromStatus?: RawBuilder<unknown>;
  readonly toStatus?: RawBuilder<unknown>;
  readonly remark?: RawBuilder<unknown>;
  /** What follows `from`: a part of the statement whose rows have the records' `id`, in their order. */
  readonly rows: RawBuilder<unknown>;
  /** The instant; that of the statement by default. */
  readonly at?: string;
}

/** The part of a statement that writes one row of history for each record the statement makes or changes. */
export function historyOf({ adminId, opId }: { adminId: number; opId: string }, said: HistoryOf): RawBuilder<unknown> {
  const nothing = sql`null`;
  const { docType, action, label, no, fromStatus = nothing, toStatus = nothing, remark = nothing, rows, at } = said;
  return sql`
    insert into audit_log (doc_type, doc_id, doc_no, action, label, from_status, to_status, remark, admin_id, at, op_id)
    select ${docType}, id, ${no}, ${action}, ${label}, ${fromStatus}::int, ${toStatus}::int, ${remark}::text, ${adminId}::bigint,
      ${at === undefined ? sql`clock_timestamp()` : sql`${at}::timestamptz`}, ${opId}::uuid from ${rows}`;
}

/** What row `l` of the trail says was changed, but of a record that was forgotten since. */
export const toldChanges: RawBuilder<unknown> = sql`case when not exists (
  select 1 from audit_forgotten f where f.doc_type = l.doc_type and f.doc_id = l.doc_id and f.at >= l.at) then l.changes end`;

/** Forgets what the history of a record says was changed, on the request of the person it is about: the rows stay in the sealed trail, and nobody is shown it. */
export async function forgetHistory({ db, now }: WriteContext, docType: string, docId: number): Promise<void> {
  await sql`
    insert into audit_forgotten (doc_type, doc_id, at) values (${docType}, ${docId}, ${now.toISOString()})
    on conflict (doc_type, doc_id) do update set at = excluded.at`.execute(db);
}

/** The history of one record, oldest first. */
export async function readAudit(db: Kysely<unknown>, docType: string, docId: number): Promise<AuditRow[]> {
  const { rows } = await sql<AuditRow>`
    select l.id, l.action, l.label, l.from_status, l.to_status, l.result, l.remark, ${toldChanges} as changes, l.admin_id, a.nickname as admin_name, l.at
    from audit_log l left join admin a on a.id = l.admin_id
    where l.doc_type = ${docType} and l.doc_id = ${docId} order by l.id`.execute(db);
  return rows;
}

/** A history without what it says of these fields (those that its reader may not see). */
export function withoutFields(history: readonly AuditRow[], hidden: ReadonlySet<string>): AuditRow[] {
  if (hidden.size === 0) return [...history];
  return history.map((step) => {
    const left = Object.entries(step.changes ?? {}).filter(([name]) => !hidden.has(name));
    return { ...step, changes: left.length > 0 ? Object.fromEntries(left) : null };
  });
}

/**
 * Who gave each document a pass that stands: nobody passes twice (amendments E). A pass falls with the next submission or
 * edit, and once the document is back where it was before it: sent back, it is judged anew.
 */
export async function approversOf(
  db: Kysely<unknown>,
  docType: string,
  ids: readonly number[],
  steps: HistorySteps,
): Promise<Map<number, number[]>> {
  return peopleOf((await approverRows(docType, ids, steps).execute(db)).rows);
}

/** Everybody who edited each of these documents: what one of them wrote may stand there still, whoever came later. */
export async function editorsOf(
  db: Kysely<unknown>,
  docType: string,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  return peopleOf((await editorRows(docType, ids).execute(db)).rows);
}

/** People of a document, as a row of `approverRows` and `editorRows`. */
export interface PeopleRow {
  readonly doc_id: number;
  readonly admin_ids: number[];
}

/** The same people by document. */
export const peopleOf = (rows: readonly PeopleRow[]): Map<number, number[]> =>
  new Map(rows.map((row) => [row.doc_id, row.admin_ids]));

/** `approversOf` as a query, to be asked together with others. */
export function approverRows(
  docType: string,
  ids: readonly number[],
  { approvals, renewals }: HistorySteps,
): RawBuilder<PeopleRow> {
  return sql<PeopleRow>`
    select l.doc_id, array_agg(l.admin_id) as admin_ids from audit_log l
    where l.doc_type = ${docType} and l.doc_id = any(${ids}) and l.action = any(${approvals}) and l.result = 1
      and not exists (
        select 1 from audit_log n where n.doc_type = l.doc_type and n.doc_id = l.doc_id and n.id > l.id
          and (n.action = any(${renewals}) or n.to_status = l.from_status))
    group by l.doc_id`;
}

/** `editorsOf` as a query. */
export function editorRows(docType: string, ids: readonly number[]): RawBuilder<PeopleRow> {
  return sql<PeopleRow>`
    select doc_id, array_agg(distinct admin_id) as admin_ids from audit_log
    where doc_type = ${docType} and doc_id = any(${ids}) and action = 'edit' group by doc_id`;
}
