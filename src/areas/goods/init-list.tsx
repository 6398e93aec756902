import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { initSpuCall } from '#contract/areas/goods/init-spu.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { spuAt } from './addresses.ts';

const InitDialog = lazy(async () => ({ default: (await import('./init-dialog.tsx')).InitDialog }));

/** Styles that are not in use yet: several at once get their run of sizes, colours and price, and their pieces with it. */
export function Screen() {
  const navigate = useNavigate();
  const may = useMayUse()(initSpuCall.access);
  const [asking, setAsking] = useState<readonly Row[] | null>(null);
  return (
    <ListPage
      definition={spu}
      title="商品初始化"
      fixed={waiting}
      columns={columns}
      filters={filters}
      openAt={(row) => spuAt.edit(row.id)}
      rowActions={(row) => [
        ...(may ? [{ key: 'init', label: '初始化', run: () => setAsking([row]) }] : []),
        { key: 'edit', label: '编辑', run: () => void navigate(spuAt.edit(row.id)) },
      ]}
      batchActions={({ selection }) =>
        may ? [{ key: 'init', label: '初始化', run: () => setAsking(selection.rows) }] : []
      }
      slots={{
        aside: asking && (
          <Suspense>
            <InitDialog styles={asking} changes={changes} onClose={() => setAsking(null)} />
          </Suspense>
        ),
      }}
    />
  );
}

const waiting = { status: [0] };
const columns = ['spu_no', 'style_no', 'name', 'category_id', 'brand_id', 'size_type_id', 'tag_price', 'updated_at'];
const filters = ['category_id', 'brand_id', 'season_name', 'sex_name'];
const changes = [spu, sku];
