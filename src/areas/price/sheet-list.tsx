import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { useMayOpen } from '#src/engine/places.ts';
import type { Row } from '#src/engine/row.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { judged, priceAt } from './addresses.ts';

/** Price sheets: the four judgements in batches, and the way to each of them. */
export function Screen() {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  const at = (row: Row) => (judged.includes(Number(row.status)) ? priceAt.audit(row.id) : priceAt.detail(row.id));
  return (
    <ListPage
      definition={priceSheet}
      newAt={priceAt.fresh}
      openAt={at}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(at(row)) },
        ...(row.allowed?.edit ? [{ key: 'edit', label: '修改', run: () => void navigate(priceAt.edit(row.id)) }] : []),
      ]}
      slots={{
        extra: () => (
          <>
            {mayOpen(priceAt.apply) && <Button onClick={() => void navigate(priceAt.apply)}>调价申请</Button>}
            {mayOpen(priceAt.search) && <Button onClick={() => void navigate(priceAt.search)}>价格查询</Button>}
          </>
        ),
      }}
    />
  );
}
