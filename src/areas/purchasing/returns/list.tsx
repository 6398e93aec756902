import { useNavigate } from 'react-router-dom';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { returnAt } from '../addresses.ts';

/** Returns to suppliers, and their two verifications in batches. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={backOrder}
      newAt={returnAt.fresh}
      openAt={(row) => returnAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(returnAt.detail(row.id)) },
        ...(row.allowed?.edit ? [{ key: 'edit', label: '编辑', run: () => void navigate(returnAt.edit(row.id)) }] : []),
      ]}
    />
  );
}
