import { useNavigate } from 'react-router-dom';
import { goodsSelection } from '#contract/areas/purchasing/goods-selection.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { selectionAt } from './addresses.ts';

/** What suppliers offer, and what of it is chosen. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <ListPage
      definition={goodsSelection}
      newAt={selectionAt.fresh}
      openAt={(row) => selectionAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(selectionAt.detail(row.id)) },
        ...(row.allowed?.edit
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(selectionAt.edit(row.id)) }]
          : []),
      ]}
    />
  );
}
