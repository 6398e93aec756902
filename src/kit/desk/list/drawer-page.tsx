import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage, type ListPageProps } from './list-page.tsx';
import { useRemoveAction } from './remove-action.tsx';
import type { RowAction } from './row-actions.tsx';
import { type SwitchOptions, useSwitchActions } from './switch-actions.tsx';

const FormDrawer = lazy(async () => ({ default: (await import('../form-drawer.tsx')).FormDrawer }));

interface DrawerPageProps extends SwitchOptions, Pick<ListPageProps, 'columns' | 'filters' | 'fixed' | 'batchActions'> {
  definition: AnyDefinition;
  /** 〈label〉列表 by default. */
  title?: string;
  /** Fields of the form; all that may be set by default. */
  names?: readonly string[];
  /** More to do with a row. */
  rowActions?: (row: Row) => readonly RowAction[];
  /** Buttons before 新建. */
  extra?: ReactNode;
  /** Above the list. */
  above?: ReactNode;
}

/** The list of a master record that is short enough to be added, changed and removed beside it, and is switched on and off, one or several at once. */
export function DrawerPage({
  definition,
  title,
  names,
  columns,
  filters,
  fixed,
  rowActions,
  batchActions,
  extra,
  above,
  ...switched
}: DrawerPageProps) {
  const mayUse = useMayUse();
  const switches = useSwitchActions(definition, switched);
  const removal = useRemoveAction(definition);
  const [open, setOpen] = useState<{ id?: number } | null>(null);
  const mayEdit = mayUse(definition.calls.edit?.[1]);
  const notice = switches.notice ?? removal.notice;
  return (
    <ListPage
      definition={definition}
      {...(title === undefined ? {} : { title })}
      {...(columns ? { columns } : {})}
      {...(filters ? { filters } : {})}
      {...(fixed ? { fixed } : {})}
      {...(mayEdit ? { onOpen: (row) => setOpen({ id: row.id }) } : {})}
      rowActions={(row) => [
        ...(mayEdit ? [{ key: 'edit', label: '编辑', run: () => setOpen({ id: row.id }) }] : []),
        ...(rowActions?.(row) ?? []),
        ...switches.rowActions(row),
        ...removal.of(row),
      ]}
      batchActions={(list) => [...(batchActions?.(list) ?? []), ...switches.batchActions(list.selection)]}
      slots={{
        above: above ? (
          <>
            {above}
            {notice}
          </>
        ) : (
          notice
        ),
        extra: () => (
          <>
            {extra}
            {mayUse(definition.calls.add?.[1]) && (
              <Button type="primary" onClick={() => setOpen({})}>
                新建
              </Button>
            )}
          </>
        ),
        aside: open && (
          <Suspense>
            <FormDrawer
              definition={definition}
              id={open.id}
              {...(names ? { names } : {})}
              {...(fixed && open.id === undefined ? { given: fixed } : {})}
              onClose={() => setOpen(null)}
            />
          </Suspense>
        ),
      }}
    />
  );
}
