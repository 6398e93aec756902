import { useNavigate } from 'react-router-dom';
import { differenceOrder } from '#contract/areas/purchasing/difference-order.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { inboundAt } from './addresses.ts';

/** Differences between what was planned and what came: to be dealt with, judged, and what became of them. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={differenceOrder}
      openAt={(row) => inboundAt.difference(row.id)}
      rowActions={(row) => [
        {
          key: 'view',
          label: row.allowed?.transitions.includes('deal') ? '处理差异' : '查看',
          run: () => void navigate(inboundAt.difference(row.id)),
        },
      ]}
    />
  );
}
