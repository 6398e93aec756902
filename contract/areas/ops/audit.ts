import { query } from '../../kit/call.ts';

/** What is asked of the audit log; all given must hold. */
export interface AuditSearch {
  admin_id?: number | undefined;
  /** Name of a definition. */
  doc_type?: string | undefined;
  /** A document's number, whole. */
  doc_no?: string | undefined;
  action?: string | undefined;
  /** ISO times, both included. */
  at_from?: string | undefined;
  at_to?: string | undefined;
}

/** Where a page ended: the next one begins after it. */
export interface AuditMark {
  at: string;
  id: number;
}

export interface AuditEntry {
  id: number;
  at: string;
  admin_id: number | null;
  admin_name: string | null;
  username: string | null;
  doc_type: string;
  doc_label: string;
  doc_id: number;
  doc_no: string | null;
  action: string;
  label: string;
  /** States in words; null where the step was none between states. */
  from_status: string | null;
  to_status: string | null;
  result: number | null;
  remark: string | null;
  ip: string | null;
  device: string | null;
  op_id: string | null;
  /** Fields in words, as a person reads them. */
  changes: { field: string; label: string; before: string; after: string }[];
}

type Searched = AuditSearch & { after?: AuditMark | undefined; page_size?: number | undefined };

/** Kinds of documents, and their actions. */
interface Known {
  kinds: { name: string; label: string }[];
  actions: { name: string; label: string }[];
}

const erp = { service: 'erp' } as const;

/** The audit log of all documents, newest first, page by page. */
export const auditSearchCall = query<Searched, { list: AuditEntry[]; next: AuditMark | null }>({
  ...erp,
  path: '/v1/Index/auditList',
  access: 'Index:auditView',
});

/** The same as a file. */
export const auditExportCall = query<AuditSearch & { export: 1 }, never>({
  ...erp,
  path: '/v1/Index/auditExport',
  access: 'Index:export',
  timeout: 'export',
});

/** What there is to search for. */
export const auditKindsCall = query<Record<string, never>, Known>({
  ...erp,
  path: '/v1/Index/auditKinds',
  access: 'Index:auditView',
});

/** The calls of a log: of all documents, or of some of them. */
export interface AuditCalls {
  readonly search: typeof auditSearchCall;
  readonly export: typeof auditExportCall;
  readonly kinds: typeof auditKindsCall;
}

export const auditCalls: AuditCalls = { search: auditSearchCall, export: auditExportCall, kinds: auditKindsCall };

/** The same of master data alone, goods first, for those who may see its records (/shops/operLog). */
export const operLogCalls: AuditCalls = {
  search: { ...auditSearchCall, path: '/v1/common/operLog', access: 'common:view' },
  export: { ...auditExportCall, path: '/v1/common/operLogExport', access: 'common:view' },
  kinds: { ...auditKindsCall, path: '/v1/common/operLogKinds', access: 'common:view' },
};
