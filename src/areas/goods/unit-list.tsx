import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { unit } from '#contract/areas/goods/unit.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useSwitchActions } from '#src/kit/desk/list/switch-actions.tsx';

const FormDrawer = lazy(async () => ({ default: (await import('#src/kit/desk/form-drawer.tsx')).FormDrawer }));

/** Units of measure: short enough to be added and renamed beside their list. */
export function Screen() {
  const mayUse = useMayUse();
  const switches = useSwitchActions(unit);
  const [open, setOpen] = useState<{ id?: number } | null>(null);
  const mayEdit = mayUse(unit.calls.edit?.[1]);
  return (
    <ListPage
      definition={unit}
      title="计量单位"
      {...(mayEdit ? { onOpen: (row) => setOpen({ id: row.id }) } : {})}
      rowActions={(row) => [
        ...(mayEdit ? [{ key: 'edit', label: '编辑', run: () => setOpen({ id: row.id }) }] : []),
        ...switches.rowActions(row),
      ]}
      batchActions={(list) => switches.batchActions(list.selection)}
      slots={{
        above: switches.notice,
        extra: () =>
          mayUse(unit.calls.add?.[1]) && (
            <Button type="primary" onClick={() => setOpen({})}>
              新建
            </Button>
          ),
        aside: open && (
          <Suspense>
            <FormDrawer definition={unit} id={open.id} onClose={() => setOpen(null)} />
          </Suspense>
        ),
      }}
    />
  );
}
