import { Button, Tabs } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { purchasePrice } from '#contract/areas/contracts/purchase-price.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { purchaseAt } from './addresses.ts';
import { PricesInForce } from './prices-in-force.tsx';

/** Purchase price sheets, the two judgements in batches, and what goods are bought at by them. */
export function Screen() {
  const [shown, setShown] = useState('sheets');
  const navigate = useNavigate();
  const mayAdd = useMayUse()(purchasePriceSheet.calls.add?.[1]);
  const tabs = (
    <Tabs
      size="small"
      activeKey={shown}
      onChange={setShown}
      items={[
        { key: 'sheets', label: purchasePriceSheet.label },
        { key: 'prices', label: purchasePrice.label },
      ]}
    />
  );
  if (shown === 'prices') return <PricesInForce above={tabs} />;
  return (
    <ListPage
      definition={purchasePriceSheet}
      title="合同采购价列表"
      newAt={purchaseAt.fresh}
      openAt={(row) => purchaseAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(purchaseAt.detail(row.id)) },
        ...(row.allowed?.edit
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(purchaseAt.edit(row.id, row.kind)) }]
          : []),
      ]}
      slots={{
        above: tabs,
        extra: () =>
          mayAdd && (
            <>
              <Button onClick={() => void navigate(purchaseAt.change)}>采购调价</Button>
              <Button onClick={() => void navigate(purchaseAt.later)}>价格后补</Button>
            </>
          ),
      }}
    />
  );
}
