import { useInfiniteQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { type AuditCalls, type AuditEntry, type AuditMark, auditCalls } from '#contract/areas/ops/audit.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { limits, timeouts } from '#contract/kit/limits.ts';
import { read, wordsOf, worthRetry } from '#src/engine/failure.ts';
import { readStateOf } from '#src/engine/read-state.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import type { Column } from '#src/kit/desk/columns.tsx';
import { DataTable } from '#src/kit/desk/list/data-table.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { saveFile } from '#src/platform/save-file.ts';
import { AuditDrawer } from './audit-drawer.tsx';
import { AuditFilters } from './audit-filters.tsx';
import styles from './ops.module.css';
import { useAuditSearch } from './use-audit-search.ts';

/** 审计日志: over all documents. */
export function Screen() {
  return <AuditLog title="审计日志" calls={auditCalls} />;
}

/** Who did what, when, to which document; newest first, read on as far as one likes. */
export function AuditLog({ title, calls }: { title: string; calls: AuditCalls }) {
  const wire = useWire();
  const toast = useToast();
  const mayExport = useAllowed(calls.export.access);
  const { search, change } = useAuditSearch();
  const [open, setOpen] = useState<AuditEntry | null>(null);
  const [saving, setSaving] = useState(false);
  const query = useInfiniteQuery({
    queryKey: ['audit', calls.search.path, search],
    queryFn: ({ signal, pageParam }) =>
      read(wire, calls.search, {
        input: { ...search, page_size: pageSize, ...(pageParam ? { after: pageParam } : {}) },
        signal,
      }),
    initialPageParam: null as AuditMark | null,
    getNextPageParam: (page) => page.next,
    retry: worthRetry,
  });
  const { value, failure, stale } = readStateOf(query);
  const rows = value?.pages.flatMap((page) => page.list) ?? [];
  const save = async () => {
    setSaving(true);
    const sent = await wire.file(calls.export, { ...search, export: 1 }, { timeout: timeouts.export });
    setSaving(false);
    if (sent.ok) saveFile(sent.value.blob, sent.value.name);
    else toast.bad(wordsOf(sent.failure));
  };
  return (
    <PageFrame
      title={title}
      failure={failure}
      stale={stale}
      onRetry={() => void query.refetch()}
      extra={
        mayExport && (
          <Button loading={saving} disabled={rows.length === 0} onClick={() => void save()}>
            导出
          </Button>
        )
      }
    >
      <AuditFilters calls={calls} search={search} onAsk={change} />
      <DataTable<AuditEntry & Record<string, unknown>>
        name="audit"
        label={title}
        columns={columns}
        rows={rows as (AuditEntry & Record<string, unknown>)[]}
        onOpen={setOpen}
        loading={query.isPending}
        busy={query.isFetching && !query.isPending}
      />
      <div className={styles.more}>
        {query.hasNextPage ? (
          <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            更早的记录
          </Button>
        ) : (
          rows.length > 0 && <span className="desk-hint">{`共 ${rows.length} 条，没有更早的了`}</span>
        )}
      </div>
      {open && <AuditDrawer entry={open} onClose={() => setOpen(null)} />}
    </PageFrame>
  );
}

const pageSize = limits.pageSize * 5;

const columns: readonly Column<AuditEntry & Record<string, unknown>>[] = [
  { name: 'at', label: '时间', width: 150, render: (row) => printTime(row.at) },
  { name: 'admin', label: '操作人', width: 130, render: (row) => row.admin_name ?? '系统' },
  { name: 'doc_label', label: '单据', width: 120, render: (row) => row.doc_label },
  { name: 'doc_no', label: '编号', width: 170, render: (row) => row.doc_no ?? `#${row.doc_id}` },
  { name: 'label', label: '操作', width: 140, render: (row) => row.label },
  { name: 'status', label: '状态', width: 170, render: (row) => stateOf(row) },
  { name: 'changes', label: '变更', width: 300, render: (row) => row.changes.map(({ label }) => label).join('、') },
  { name: 'remark', label: '备注', width: 200, render: (row) => row.remark },
  { name: 'ip', label: '来源', width: 130, render: (row) => row.ip },
];

function stateOf({ from_status, to_status }: AuditEntry): string {
  if (to_status === null) return '';
  return from_status === null || from_status === to_status ? to_status : `${from_status} → ${to_status}`;
}
