import { useSearchParams } from 'react-router-dom';
import { type AdminInfo, admin, adminCalls, staff } from '#contract/areas/access/admin.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useRead } from '#src/engine/use-read.ts';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StaffForm } from './staff-form.tsx';

/** 新增/编辑员工: a new account, or the one that `?id=` names. */
export function Screen() {
  const id = useRecordId();
  return id === undefined ? <NewPerson /> : <KnownPerson key={id} id={id} />;
}

function NewPerson() {
  // Who may not even look at accounts sees that at once, and not after typing one.
  const {
    value: data,
    failure,
    reload,
    readAgain,
  } = useRead({ key: keysOf(staff).list({ page_size: 1 }) }, callsOf(staff).list, { input: { page_size: 1 } });
  if (!data)
    return (
      <PageFrame title="新增员工" loading failure={failure} onRetry={reload}>
        {null}
      </PageFrame>
    );
  return <StaffForm start={fresh} sent={false} onReload={readAgain} />;
}

function KnownPerson({ id }: { id: number }) {
  const [params] = useSearchParams();
  const {
    value: data,
    failure,
    stale,
    reload,
    readAgain,
  } = useRead({ key: keysOf(admin).form(id) }, adminCalls.info, { input: { id }, once: true });
  if (!data)
    return (
      <PageFrame title="编辑员工" loading failure={failure} onRetry={reload}>
        {null}
      </PageFrame>
    );
  return <StaffForm info={data} start={startOf(data)} sent={params.has('sent')} stale={stale} onReload={readAgain} />;
}

const fresh = { organize_ids: [], role_ids: [], data_role_ids: [], password: '' };

function startOf(info: AdminInfo) {
  const { username, nickname, job_no, mobile, rank_id, main_organize_id, main_organize_id__title } = info.admin;
  const { role_ids, organize_ids, data_role_ids } = info;
  return {
    username,
    nickname,
    job_no,
    mobile,
    rank_id,
    main_organize_id,
    main_organize_id__title,
    organize_ids: organize_ids.filter((one) => one !== main_organize_id),
    role_ids,
    data_role_ids,
  };
}
