import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { delSpuCall } from '#contract/areas/goods/del-spu.ts';
import { initSpuCall } from '#contract/areas/goods/init-spu.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { wordsOf } from '#src/engine/failure.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import type { RowAction } from '#src/kit/desk/list/row-actions.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { ask } from '#src/kit/notice.ts';
import { spuAt } from './addresses.ts';

const InitDialog = lazy(async () => ({ default: (await import('./init-dialog.tsx')).InitDialog }));

/** Styles that are not in use yet: several at once get their run of sizes, colours and price, and their pieces with it. */
export function Screen() {
  const navigate = useNavigate();
  const may = useMayUse()(initSpuCall.access);
  const removal = useRemoval();
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
        ...removal([row]),
      ]}
      batchActions={({ selection }) => [
        ...(may ? [{ key: 'init', label: '初始化', run: () => setAsking(selection.rows) }] : []),
        ...removal(selection.rows),
      ]}
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

/** Styles that were never in use are removed for good, all that are picked or none. */
function useRemoval(): (rows: readonly Row[]) => RowAction[] {
  const may = useMayUse()(delSpuCall.access);
  const toast = useToast();
  const command = useCommand<{ count: number }>(changes);
  const remove = async (rows: readonly Row[]) => {
    const words = rows.length === 1 ? `“${String(rows[0]?.['name'])}”` : `${rows.length} 个商品`;
    if (!(await ask(`${words}将永久删除。`, { title: '删除商品', confirm: '删除', danger: true }))) return;
    const sent = await command.run(delSpuCall, { ids: rows.map(({ id }) => id) });
    if (sent.ok) toast.good(`已删除 ${sent.value.count} 个商品`);
    else toast.bad(wordsOf(sent.failure));
  };
  return (rows) =>
    may
      ? [{ key: 'remove', label: '删除', danger: true, disabled: command.running, run: () => void remove(rows) }]
      : [];
}

const waiting = { status: [0] };
const columns = ['spu_no', 'style_no', 'name', 'category_id', 'brand_id', 'size_type_id', 'tag_price', 'updated_at'];
const filters = ['category_id', 'brand_id', 'season_name', 'sex_name'];
const changes = [spu, sku];
