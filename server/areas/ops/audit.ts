import { type Kysely, type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { admin } from '#contract/areas/access/admin.ts';
import {
  type AuditCalls,
  type AuditEntry,
  type AuditSearch,
  auditCalls,
  operLogCalls,
} from '#contract/areas/ops/audit.ts';
import { definitions } from '#contract/definitions.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Actor } from '#server/identity/actor.ts';
import { historyCondition } from '#server/identity/data-scope-history.ts';
import { toldChanges } from '#server/kit/audit-trail.ts';
import { csvLine } from '#server/kit/csv-file.ts';
import { withLineWords } from '#server/kit/line-history.ts';
import { listFile } from '#server/kit/list-file.ts';
import { whereClause } from '#server/kit/list-query.ts';
import type { Registry } from '#server/kit/registry.ts';
import {
  actionsKnown,
  changesInWords,
  kindsKnown,
  labelOfKind,
  masterKinds,
  mayRead,
  seenKind,
  stateInWords,
  unnamedKinds,
} from './audit-words.ts';

const time = z.iso.datetime({ offset: true });
const search = {
  admin_id: z.int().min(1).optional(),
  doc_type: z.string().min(1).max(64).optional(),
  doc_no: z.string().trim().min(1).max(64).optional(),
  action: z.string().min(1).max(64).optional(),
  at_from: time.optional(),
  at_to: time.optional(),
};
const searchInput = z.strictObject({
  ...search,
  after: z.strictObject({ at: time, id: z.int().min(1) }).optional(),
  page_size: z.int().min(1).max(limits.pageSizeMost).optional(),
});

/**
 * Serves the search over the histories of all documents, and that of master data. Records outside the caller's data scope have none,
 * and fields behind a key stay hidden from whom they are hidden elsewhere.
 */
export function serveAuditSearch(registry: Registry): void {
  serveLog(registry, { calls: auditCalls, kindsOf: () => undefined });
  serveLog(registry, { calls: operLogCalls, kindsOf: masterKinds });
}

interface Log {
  readonly calls: AuditCalls;
  /** The kinds that this person finds in it; all where undefined. */
  kindsOf(actor: Actor): ReadonlySet<string> | undefined;
}

function serveLog(registry: Registry, { calls, kindsOf }: Log): void {
  registry.read(calls.search, searchInput, async ({ db, actor }, { after, page_size = limits.pageSize, ...asked }) => {
    const conditions = conditionsOf(asked, { actor, kinds: kindsOf(actor) });
    if (after) conditions.push(sql<boolean>`(l.at, l.id) < (${after.at}::timestamptz, ${after.id})`);
    const { rows: found } = await rowsOf(conditions, page_size + 1).execute(db);
    const rows = await inWords(db, found, actor);
    const list = rows.slice(0, page_size).map((row) => entryOf(row, actor));
    const last = list.at(-1);
    return { list, next: rows.length > page_size && last ? { at: last.at, id: last.id } : null };
  });
  registry.read(calls.kinds, z.strictObject({}), async ({ actor }) => {
    const within = kindsOf(actor);
    return { kinds: kindsKnown().filter(({ name }) => within?.has(name) ?? true), actions: actionsKnown(within) };
  });
  const title = calls === auditCalls ? '审计日志' : '操作日志';
  const exportInput = z.strictObject({ ...search, export: z.literal(1) });
  registry.read(calls.export, exportInput, async (context, asked) => {
    const { actor } = context;
    const file = await listFile(context, {
      name: title,
      label: title,
      asked,
      heading: csvLine(headings),
      prepare: (rows) => inWords(context.db, rows, actor),
      line: (row) => csvLine(lineOf(entryOf(row, actor))),
      select: rowsOf(conditionsOf(asked, { actor, kinds: kindsOf(actor) }), limits.exportRows + 1),
    });
    return file;
  });
}

type AuditLine = Omit<AuditEntry, 'doc_label' | 'from_status' | 'to_status' | 'changes'> & {
  from_status: number | null;
  to_status: number | null;
  changes: Record<string, { before: unknown; after: unknown }> | null;
};

function conditionsOf(
  asked: AuditSearch,
  { actor, kinds }: { actor: Actor; kinds: ReadonlySet<string> | undefined },
): RawBuilder<boolean>[] {
  const scoped = historyCondition([...definitions, admin], actor, 'l');
  return [
    ...(scoped ? [scoped] : []),
    ...(kinds ? [sql<boolean>`l.doc_type = any(${[...kinds]}::text[])`] : []),
    ...(asked.admin_id ? [sql<boolean>`l.admin_id = ${asked.admin_id}`] : []),
    ...(asked.doc_type ? [sql<boolean>`l.doc_type = ${asked.doc_type}`] : []),
    ...(asked.doc_no
      ? [sql<boolean>`l.doc_no = ${asked.doc_no} and l.doc_type <> all(${[...unnamedKinds(actor)]}::text[])`]
      : []),
    ...(asked.action ? [sql<boolean>`l.action = ${asked.action}`] : []),
    ...(asked.at_from ? [sql<boolean>`l.at >= ${asked.at_from}::timestamptz`] : []),
    ...(asked.at_to ? [sql<boolean>`l.at <= ${asked.at_to}::timestamptz`] : []),
  ];
}

// The page is cut first, on an index; only its rows are joined to their people.
function rowsOf(conditions: RawBuilder<boolean>[], count: number): RawBuilder<AuditLine> {
  return sql<AuditLine>`
    with page as (select l.* from audit_log l${whereClause(conditions)} order by l.at desc, l.id desc limit ${count})
    select l.id, l.at, l.admin_id, a.nickname as admin_name, a.username, l.doc_type, l.doc_id, l.doc_no, l.action, l.label,
      l.from_status, l.to_status, l.result, l.remark, l.ip, l.device, l.op_id, ${toldChanges} as changes
    from page l left join admin a on a.id = l.admin_id order by l.at desc, l.id desc`;
}

function inWords(db: Kysely<unknown>, rows: readonly AuditLine[], actor: Actor): Promise<AuditLine[]> {
  return withLineWords(db, rows, { actor, seenOf: ({ doc_type }) => seenKind(doc_type, actor) });
}

function entryOf(row: AuditLine, actor: Actor): AuditEntry {
  return {
    ...row,
    doc_label: labelOfKind(row.doc_type),
    from_status: stateInWords(row.doc_type, row.from_status),
    to_status: stateInWords(row.doc_type, row.to_status),
    // Who may not see such a record is told that something was done to it, not what stood in it.
    ...(mayRead(row.doc_type, actor) ? {} : { remark: null }),
    ...(unnamedKinds(actor).includes(row.doc_type) ? { doc_no: null } : {}),
    changes: mayRead(row.doc_type, actor) ? changesInWords(row.doc_type, row.changes, actor) : [],
  };
}

const headings = ['时间', '操作人', '账号', '单据', '编号', '操作', '原状态', '新状态', '备注', '变更', '来源', '设备'];

function lineOf(entry: AuditEntry): (string | null)[] {
  return [
    printTime(entry.at),
    entry.admin_name ?? '系统',
    entry.username,
    entry.doc_label,
    entry.doc_no ?? String(entry.doc_id),
    entry.label,
    entry.from_status,
    entry.to_status,
    entry.remark,
    entry.changes.map(({ label, before, after }) => `${label}：${before} → ${after}`).join('；'),
    entry.ip,
    entry.device,
  ];
}
