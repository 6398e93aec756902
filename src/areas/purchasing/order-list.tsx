import { useNavigate } from 'react-router-dom';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { orderAt } from './addresses.ts';

/** Purchase orders: submitted and judged in batches, each on its way. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={purchaseOrder}
      newAt={orderAt.fresh}
      openAt={(row) => orderAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(orderAt.detail(row.id)) },
        ...(row.allowed?.edit ? [{ key: 'edit', label: '编辑', run: () => void navigate(orderAt.edit(row.id)) }] : []),
      ]}
    />
  );
}
