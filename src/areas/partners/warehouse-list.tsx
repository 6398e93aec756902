import { useNavigate } from 'react-router-dom';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list-page.tsx';
import { useSwitchActions } from '#src/kit/desk/switch-actions.tsx';

/** Warehouses: list, edit, switch on and off. */
export function Screen() {
  const navigate = useNavigate();
  const mayEdit = useMayUse()(warehouse.calls.edit?.[1]);
  const switches = useSwitchActions(warehouse);
  const editAt = (id: number) => `/basicbox/addCk?id=${id}`;
  return (
    <ListPage
      definition={warehouse}
      newAt="/basicbox/addCk"
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
