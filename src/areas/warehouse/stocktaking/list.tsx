import { useNavigate } from 'react-router-dom';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list-page.tsx';
import { judged, stocktakingAt } from './addresses.ts';

/** Stocktakes: plans, counts under way, and what became of them. */
export function Screen() {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const go = (address: string) => () => void navigate(address);
  return (
    <ListPage
      definition={stocktaking}
      newAt={stocktakingAt.add}
      openAt={(row) =>
        judged.includes(Number(row.status)) ? stocktakingAt.review(row.id) : stocktakingAt.detail(row.id)
      }
      rowActions={(row) => [
        { key: 'view', label: '查看', run: go(stocktakingAt.detail(row.id)) },
        ...(judged.includes(Number(row.status))
          ? [{ key: 'review', label: '审核', run: go(stocktakingAt.review(row.id)) }]
          : []),
        ...(mayUse('stocktaking:print') ? [{ key: 'print', label: '打印', run: go(stocktakingAt.print(row.id)) }] : []),
      ]}
    />
  );
}
