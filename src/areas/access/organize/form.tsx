import { useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { organize, organizeCalls } from '#contract/areas/access/organize.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useRead } from '#src/engine/use-read.ts';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { limitValues } from './limit-fields.ts';
import { OrganizeForm } from './organize-form.tsx';

/** 新增/编辑组织: a new one under `?parent_id=`, or the one that `?id=` names, with the limits it puts on data. */
export function Screen() {
  const id = useRecordId();
  const parent = useRecordId('parent_id');
  return id === undefined ? <NewOne key={parent ?? 0} parent={parent} /> : <KnownOne key={id} id={id} />;
}

function NewOne({ parent }: { parent: number | undefined }) {
  // Who may not even look at organisations sees that at once.
  const may = useRead({ key: keysOf(organize).list({ page_size: 1 }) }, callsOf(organize).list, {
    input: { page_size: 1 },
  });
  const start = useMemo(() => ({ parent_id: parent ?? null, type: 2, order: 0, ...limitValues([]) }), [parent]);
  if (!may.value)
    return (
      <PageFrame title="新增组织" loading failure={may.failure} onRetry={may.reload}>
        {null}
      </PageFrame>
    );
  return <OrganizeForm start={start} sent={false} onReload={may.readAgain} />;
}

function KnownOne({ id }: { id: number }) {
  const [params] = useSearchParams();
  const info = useRead({ key: keysOf(organize).form(id) }, organizeCalls.info, { input: { id }, once: true });
  const limits = useRead({ key: [...keysOf(organize).form(id), 'limits'] }, organizeCalls.dataList, {
    input: { organize_id: id },
    once: true,
  });
  const failure = info.failure ?? limits.failure;
  if (failure || !info.value || !limits.value)
    return (
      <PageFrame title="编辑组织" loading failure={failure} onRetry={info.failure ? info.reload : limits.reload}>
        {null}
      </PageFrame>
    );
  const { parent_id, name, code, type, leader_id, leader_id__title } = info.value.organize as unknown as Record<
    string,
    unknown
  >;
  const start = { parent_id, name, code, type, leader_id, leader_id__title, ...limitValues(limits.value.list) };
  return (
    <OrganizeForm
      info={info.value}
      start={start}
      // Read at two moments: over the older of their versions nothing is saved that one of them does not know of.
      version={Math.min(info.value.organize.version, limits.value.version)}
      sent={params.has('sent')}
      stale={info.stale ?? limits.stale}
      onReload={() => Promise.all([info.readAgain(), limits.readAgain()])}
    />
  );
}
