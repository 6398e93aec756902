import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { spu } from '#contract/areas/goods/spu.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useBulkAction } from '#src/kit/desk/bulk/use-bulk-action.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useSwitchActions } from '#src/kit/desk/list/switch-actions.tsx';
import { manyAt, spuAt } from './addresses.ts';
import { pictureColumn } from './picture-column.tsx';

const SpuDrawer = lazy(async () => ({ default: (await import('./spu-drawer.tsx')).SpuDrawer }));

const columns = [pictureColumn(({ id }) => id), ...spu.list.columns];

/** Styles of goods; a row opens the style with its SKUs and their barcodes, those picked are changed together. */
export function Screen() {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const [open, setOpen] = useState<Row | null>(null);
  const switches = useSwitchActions(spu, { codes: [1, 2] });
  const bulk = useBulkAction(spu, manyAt.styles);
  return (
    <ListPage
      definition={spu}
      columns={columns}
      newAt={spuAt.fresh}
      onOpen={setOpen}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => setOpen(row) },
        ...(mayUse(spu.calls.edit?.[1])
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(spuAt.edit(row.id)) }]
          : []),
        ...(mayUse(spu.calls.add?.[1])
          ? [{ key: 'copy', label: '复制新建', run: () => void navigate(spuAt.copy(row.id)) }]
          : []),
        ...switches.rowActions(row),
      ]}
      batchActions={({ selection }) => [...bulk(selection.ids), ...switches.batchActions(selection)]}
      slots={{
        above: switches.notice,
        aside: open && (
          <Suspense>
            <SpuDrawer row={open} onClose={() => setOpen(null)} />
          </Suspense>
        ),
      }}
    />
  );
}
