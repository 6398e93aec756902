import { useNavigate } from 'react-router-dom';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { stocktakingPrinting } from '#contract/areas/warehouse/stocktaking-printing.ts';
import { printAt } from '#contract/kit/printing.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { judgementOf, stocktakingAt } from './addresses.ts';

/** Stocktakes: plans, counts under way, and what became of them. */
export function Screen() {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const go = (address: string) => () => void navigate(address);
  // Only who may take the step is led to it; everybody else reads.
  const step = (row: Row) => {
    const found = judgementOf(Number(row.status));
    return found && mayUse(found.access) ? found : undefined;
  };
  return (
    <ListPage
      definition={stocktaking}
      newAt={stocktakingAt.add}
      openAt={(row) => (step(row) ? stocktakingAt.review(row.id) : stocktakingAt.detail(row.id))}
      rowActions={(row) => {
        const next = step(row);
        return [
          next
            ? { key: 'review', label: next.label, run: go(stocktakingAt.review(row.id)) }
            : { key: 'view', label: '查看', run: go(stocktakingAt.detail(row.id)) },
          ...(mayUse(stocktakingPrinting.access)
            ? [{ key: 'print', label: '打印', run: go(printAt(stocktakingPrinting, row.id)) }]
            : []),
        ];
      }}
    />
  );
}
