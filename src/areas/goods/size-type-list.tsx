import { useNavigate } from 'react-router-dom';
import { sizeType } from '#contract/areas/goods/size.ts';
import { MasterPage } from '#src/kit/desk/list/master-page.tsx';
import { sizeAt } from './addresses.ts';

/** Runs of sizes, with the way to the styles that use them. */
export function Screen() {
  const navigate = useNavigate();
  return (
    <MasterPage
      definition={sizeType}
      newAt={sizeAt.fresh}
      editAt={sizeAt.edit}
      rowActions={({ id }) => [{ key: 'styles', label: '关联商品', run: () => void navigate(sizeAt.styles(id)) }]}
    />
  );
}
