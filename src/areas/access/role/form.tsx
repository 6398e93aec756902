import { useSearchParams } from 'react-router-dom';
import { type PermissionNode, type RoleInfo, role, roleCalls } from '#contract/areas/access/role.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useRead } from '#src/engine/use-read.ts';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import type { Branch } from '../tree/branch.ts';
import { grantableOf } from './permissions.ts';
import { RoleForm } from './role-form.tsx';
import { usePermissionTree } from './use-permission-tree.ts';

/** 新增/编辑角色: a new role, a copy of the one that `?from=` names, or the one that `?id=` names. */
export function Screen() {
  const id = useRecordId();
  const from = useRecordId('from');
  if (id !== undefined) return <KnownRole key={id} id={id} copy={false} />;
  return from === undefined ? <NewRole /> : <KnownRole key={`from-${from}`} id={from} copy />;
}

function NewRole() {
  const tree = usePermissionTree();
  // Who may not even look at roles sees that at once, and not after choosing permissions.
  const list = useRead({ key: keysOf(role).list({ page_size: 1 }) }, callsOf(role).list, { input: { page_size: 1 } });
  const failure = list.failure ?? tree.failure;
  if (failure || !list.value || !tree.value)
    return (
      <PageFrame title="新增角色" loading failure={failure} onRetry={list.failure ? list.reload : tree.reload}>
        {null}
      </PageFrame>
    );
  return <RoleForm start={fresh} roots={tree.roots} sent={false} onReload={list.readAgain} />;
}

function KnownRole({ id, copy }: { id: number; copy: boolean }) {
  const [params] = useSearchParams();
  const tree = usePermissionTree();
  const reading = useRead({ key: keysOf(role).form(id) }, roleCalls.info, { input: { id }, once: true });
  const { value: data, failure, stale, reload, readAgain } = reading;
  const wrong = failure ?? tree.failure;
  if (wrong || !data || !tree.value)
    return (
      <PageFrame
        title={copy ? '新增角色' : '编辑角色'}
        loading
        failure={wrong}
        onRetry={failure ? reload : tree.reload}
      >
        {null}
      </PageFrame>
    );
  return copy ? (
    <RoleForm start={copyOf(data, tree.roots)} from={data} roots={tree.roots} sent={false} onReload={readAgain} />
  ) : (
    <RoleForm
      info={data}
      start={startOf(data)}
      roots={tree.roots}
      sent={params.has('sent')}
      stale={stale}
      onReload={readAgain}
    />
  );
}

const fresh = { app_type: 'erp', require_second_factor: false, permission_ids: [], data_role_ids: [] };

function startOf({ role: one, permission_ids, data_role_ids }: RoleInfo) {
  const { app_type, name, code, remark, require_second_factor } = one;
  return { app_type, name, code, remark, require_second_factor, permission_ids, data_role_ids };
}

/** A copy starts without what this person may not give. */
function copyOf(info: RoleInfo, roots: readonly Branch<PermissionNode>[]) {
  const may = grantableOf(roots);
  const permission_ids = info.permission_ids.filter((id) => may.has(String(id)));
  return { ...startOf(info), name: `${info.role.name} 副本`, code: '', permission_ids };
}
