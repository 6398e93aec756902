import { lazy, Suspense, useMemo, useState } from 'react';
import { goodsLabel, goodsLabelCalls, labelledStyle } from '#contract/areas/goods/goods-label.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { references } from '#contract/kit/kinds/reference.ts';
import type { Row } from '#src/engine/row.ts';
import type { Asking } from '#src/kit/desk/ask-dialog.tsx';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';

const MembersDrawer = lazy(async () => ({ default: (await import('./members-drawer.tsx')).MembersDrawer }));

/** Labels that shops show on goods; each opens with the styles that have it, shop by shop. */
export function Screen() {
  const [open, setOpen] = useState<Row | null>(null);
  return (
    <>
      <DrawerPage
        definition={goodsLabel}
        title="商品标识"
        rowActions={(row) => [{ key: 'styles', label: '商品', run: () => setOpen(row) }]}
      />
      <Suspense>{open && <Styles key={open.id} label={open} onClose={() => setOpen(null)} />}</Suspense>
    </>
  );
}

function Styles({ label, onClose }: { label: Row; onClose(): void }) {
  const fixed = useMemo(() => ({ label_id: label.id }), [label.id]);
  return (
    <MembersDrawer
      title={`标识商品：${String(label.name)}`}
      definition={labelledStyle}
      fixed={fixed}
      columns={columns}
      filters={filters}
      adding={addAsking(label.id) as never}
      removing={{
        call: goodsLabelCalls.unbind as never,
        input: (rows) => ({ label_id: label.id, ids: rows.map(({ id }) => id) }),
      }}
      changes={changes}
      onClose={onClose}
    />
  );
}

const addAsking = (
  labelId: number,
): Asking<{ label_id: number; shop_ids: number[]; spu_ids: number[] }, { count: number }> => ({
  title: '绑定商品',
  fields: {
    shop_ids: references(() => shop, '门店', { required: true }),
    spu_ids: references(() => spu, '商品', { required: true }),
  },
  call: goodsLabelCalls.bind,
  input: ({ shop_ids, spu_ids }) => ({
    label_id: labelId,
    shop_ids: shop_ids as number[],
    spu_ids: spu_ids as number[],
  }),
  done: ({ count }) => ({ good: `已绑定 ${count} 条` }),
});

const columns = ['shop_id', 'spu_no', 'style_no', 'spu_id', 'brand_id'];
const filters = ['shop_id', 'brand_id', 'category_id'];
const changes = [goodsLabel, labelledStyle];
