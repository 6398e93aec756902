import { useNavigate } from 'react-router-dom';
import { promotion } from '#contract/areas/promotions/promotion.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { promotionAt } from './addresses.ts';

/** Promotions: the two verifications in batches. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={promotion}
      newAt={promotionAt.fresh}
      openAt={(row) => promotionAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(promotionAt.detail(row.id)) },
        ...(row.allowed?.edit
          ? [{ key: 'edit', label: '修改', run: () => void navigate(promotionAt.edit(row.id)) }]
          : []),
      ]}
    />
  );
}
