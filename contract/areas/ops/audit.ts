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

/** The audit log of all documents, newest first, page by page. */
export const auditSearchCall = query<
  AuditSearch & { after?: AuditMark | undefined; page_size?: number | undefined },
  { list: AuditEntry[]; next: AuditMark | null }
>({ service: 'erp', path: '/v1/Index/auditList', access: 'Index:auditView' });

/** The same as a file. */
export const auditExportCall = query<AuditSearch & { export: 1 }, never>({
  service: 'erp',
  path: '/v1/Index/auditExport',
  access: 'Index:export',
  timeout: 'export',
});

/** What there is to search for: kinds of documents and their actions. */
export const auditKindsCall = query<
  Record<string, never>,
  { kinds: { name: string; label: string }[]; actions: { name: string; label: string }[] }
>({ service: 'erp', path: '/v1/Index/auditKinds', access: 'Index:auditView' });
