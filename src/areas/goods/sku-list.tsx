import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { sku } from '#contract/areas/goods/sku.ts';
import { spuTag, spuTagCalls } from '#contract/areas/goods/spu-tag.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { useBulkAction } from '#src/kit/desk/bulk/use-bulk-action.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { manyAt, skuAt } from './addresses.ts';
import { groupAsking } from './group-askings.ts';
import { pictureColumn } from './picture-column.tsx';

const SkuDrawer = lazy(async () => ({ default: (await import('./sku-drawer.tsx')).SkuDrawer }));

const columns = [pictureColumn(({ spu_id: id }) => Number(id)), ...sku.list.columns];

/** Pieces of goods: a row opens with its barcodes and what is in stock, those picked are changed or grouped together. */
export function Screen() {
  const mayUse = useMayUse();
  const navigate = useNavigate();
  const bulk = useBulkAction(sku, manyAt.pieces);
  const [open, setOpen] = useState<Row | null>(null);
  const [grouping, setGrouping] = useState<readonly number[] | null>(null);
  return (
    <ListPage
      definition={sku}
      columns={columns}
      title="货品列表"
      newAt={skuAt.fresh}
      onOpen={setOpen}
      rowActions={(row) =>
        mayUse(sku.calls.edit?.[1])
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(skuAt.edit(row.id)) }]
          : []
      }
      batchActions={({ selection }) => [
        ...bulk(selection.ids),
        ...(mayUse(spuTagCalls.group.access)
          ? [{ key: 'group', label: '商品分组', run: () => setGrouping(selection.ids) }]
          : []),
      ]}
      slots={{
        aside: (
          <Suspense>
            {open && <SkuDrawer row={open} onClose={() => setOpen(null)} />}
            {grouping && (
              <AskDialog asking={groupAsking(grouping)} changes={changed} onClose={() => setGrouping(null)} />
            )}
          </Suspense>
        ),
      }}
    />
  );
}

const changed = [spuTag];
