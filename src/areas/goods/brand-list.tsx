import { useNavigate } from 'react-router-dom';
import { brand, brandCalls } from '#contract/areas/goods/brand.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list-page.tsx';
import { useSwitchActions } from '#src/kit/desk/switch-actions.tsx';

/** Brands: list, edit, switch on and off, several at once. */
export function Screen() {
  const navigate = useNavigate();
  const mayEdit = useMayUse()(brand.calls.edit?.[1]);
  const switches = useSwitchActions(brand, { own: { 1: brandCalls.enable, 0: brandCalls.disable } });
  const editAt = (id: number) => `/shops/brandEdit?id=${id}`;
  return (
    <ListPage
      definition={brand}
      newAt="/shops/brandNew"
      openAt={(row) => editAt(row.id)}
      rowActions={(row) => [
        ...(mayEdit ? [{ key: 'edit', label: '编辑', run: () => void navigate(editAt(row.id)) }] : []),
        ...switches.rowActions(row),
      ]}
      batchActions={(list) => switches.batchActions(list.selection)}
      slots={{ above: switches.notice }}
    />
  );
}
