import { lazy, Suspense, useMemo, useState } from 'react';
import { spu } from '#contract/areas/goods/spu.ts';
import { groupedStyle, spuTag, spuTagCalls } from '#contract/areas/goods/spu-tag.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import type { Row } from '#src/engine/row.ts';
import type { Asking } from '#src/kit/desk/ask-dialog.tsx';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';

const MembersDrawer = lazy(async () => ({ default: (await import('./members-drawer.tsx')).MembersDrawer }));

/** Groups of styles; each opens with what is in it. */
export function Screen() {
  const [open, setOpen] = useState<Row | null>(null);
  return (
    <>
      <DrawerPage
        definition={spuTag}
        title="商品分组"
        rowActions={(row) => [{ key: 'styles', label: '商品', run: () => setOpen(row) }]}
      />
      <Suspense>{open && <Styles key={open.id} tag={open} onClose={() => setOpen(null)} />}</Suspense>
    </>
  );
}

function Styles({ tag, onClose }: { tag: Row; onClose(): void }) {
  const fixed = useMemo(() => ({ tag_id: tag.id }), [tag.id]);
  return (
    <MembersDrawer
      title={`分组商品：${String(tag.name)}`}
      definition={groupedStyle}
      fixed={fixed}
      columns={columns}
      filters={filters}
      adding={addAsking(tag.id) as never}
      removing={{
        call: spuTagCalls.unbind as never,
        input: (rows) => ({ tag_id: tag.id, spu_ids: rows.map(({ spu_id }) => spu_id) }),
      }}
      changes={changes}
      onClose={onClose}
    />
  );
}

const addAsking = (tagId: number): Asking<{ tag_id: number; spu_ids: number[] }, { count: number }> => ({
  title: '添加商品',
  fields: { spu_ids: references(() => spu, '商品', { required: true }) },
  call: spuTagCalls.bind,
  input: ({ spu_ids }) => ({ tag_id: tagId, spu_ids: spu_ids as number[] }),
  done: ({ count }) => ({ good: `已添加 ${count} 个商品` }),
});

const columns = ['spu_no', 'style_no', 'spu_id', 'brand_id', 'tag_price', 'spu_status'];
const filters = ['brand_id', 'category_id', 'spu_status'];
const changes = [spuTag, groupedStyle];
