import { operLogCalls } from '#contract/areas/ops/audit.ts';
import { AuditLog } from './audit.tsx';

/** What was changed of goods and other master data, by whom, from what to what. */
export function Screen() {
  return <AuditLog title="操作日志" calls={operLogCalls} />;
}
