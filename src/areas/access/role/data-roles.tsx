import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { limitedRole, switchDataRole } from '#contract/areas/access/data-limits.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useRoleSwitch } from './use-role-switch.tsx';

const FormDrawer = lazy(async () => ({ default: (await import('#src/kit/desk/form-drawer.tsx')).FormDrawer }));

/** Data roles with what they limit. Made and renamed beside the list; what they limit is settled once somebody holds them. */
export function DataRoles({ views }: { views: ReactNode }) {
  const mayUse = useMayUse();
  const switches = useRoleSwitch(limitedRole, switchDataRole);
  const [open, setOpen] = useState<{ id?: number } | null>(null);
  const mayEdit = mayUse(limitedRole.calls.edit?.[1]);
  return (
    <ListPage
      definition={limitedRole}
      title="角色列表"
      {...(mayEdit ? { onOpen: (row) => setOpen({ id: row.id }) } : {})}
      rowActions={(row) => [
        ...(mayEdit ? [{ key: 'edit', label: '编辑', run: () => setOpen({ id: row.id }) }] : []),
        ...switches.actionOf(row),
      ]}
      slots={{
        above: (
          <>
            {views}
            <p className="desk-hint">
              各项限制取交集，一项也不选即不限制。有员工、角色或待审批申请使用后，数据范围不能再改。
            </p>
            {switches.notice}
          </>
        ),
        extra: () =>
          mayUse(limitedRole.calls.add?.[1]) && (
            <Button type="primary" onClick={() => setOpen({})}>
              新建
            </Button>
          ),
        aside: open && (
          <Suspense>
            <FormDrawer definition={limitedRole} id={open.id} onClose={() => setOpen(null)} />
          </Suspense>
        ),
      }}
    />
  );
}
