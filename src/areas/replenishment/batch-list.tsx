import { useNavigate } from 'react-router-dom';
import { batchAllot } from '#contract/areas/replenishment/batch-allot.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { batchAt } from './addresses.ts';

/** Batches of allots: written as a matrix, turned into allots one or several at once. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={batchAllot}
      newAt={batchAt.fresh}
      openAt={(row) => batchAt.detail(row.id)}
      rowActions={(row) =>
        row.allowed?.edit ? [{ key: 'edit', label: '编辑', run: () => void navigate(batchAt.edit(row.id)) }] : []
      }
    />
  );
}
