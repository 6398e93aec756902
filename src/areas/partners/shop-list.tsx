import { useNavigate } from 'react-router-dom';
import { shop } from '#contract/areas/partners/shop.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list-page.tsx';
import { useSwitchActions } from '#src/kit/desk/switch-actions.tsx';

/** Shops: list, edit, open and close. */
export function Screen() {
  const navigate = useNavigate();
  const mayEdit = useMayUse()(shop.calls.edit?.[1]);
  const switches = useSwitchActions(shop, { codes: [1, 3, 0] });
  const editAt = (id: number) => `/basicbox/addMd?id=${id}`;
  return (
    <ListPage
      definition={shop}
      newAt="/basicbox/addMd"
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
