import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { shopGoods } from '#contract/areas/shop-goods/shop-goods.ts';
import { toolBatch } from '#contract/areas/tasks/tool-batch.ts';
import { recordAddress } from '#src/engine/record-places.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';

/** Changes of many records: how far they are and what came of them; those of goods begin here too. */
export function Screen() {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  return (
    <ListPage
      definition={toolBatch}
      openAt={(row) => recordAddress(toolBatch.name, { id: row.id, no: String(row.batch_no) })}
      slots={{
        extra: () =>
          tools
            .filter(({ definition }) => mayUse(definition.bulk?.access) && mayUse(definition.calls.edit?.[1]))
            .map(({ definition, at }) => (
              <Button key={at} onClick={() => void navigate(at)}>
                {`修改${definition.label}`}
              </Button>
            )),
      }}
    />
  );
}

const tools = [
  { definition: spu, at: '/shopstool/modifyShop' },
  { definition: sku, at: '/shopstool/modifyGoods' },
  { definition: shopGoods, at: '/shopstool/modifyShops' },
];
