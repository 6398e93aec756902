import { query } from '../../kit/call.ts';
import type { AuditRow } from '../../kit/calls.ts';

/** What happened to one record, oldest first, for who may open it: the history that its page shows (api.csv `/v1/common/auditLog`). */
export const recordHistory = query<{ doc_type: string; doc_id: number }, { list: AuditRow[]; total: number }>({
  service: 'erp',
  path: '/v1/common/auditLog',
  access: 'login',
});
