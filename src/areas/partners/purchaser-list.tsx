import { useNavigate } from 'react-router-dom';
import { handOverCall } from '#contract/areas/partners/hand-over.ts';
import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { useSwitchActions } from '#src/kit/desk/list/switch-actions.tsx';
import { partnerAt } from './addresses.ts';

/** Purchasers: list, edit, switch on and off, and hand over what is in their hands. */
export function Screen() {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  const switches = useSwitchActions(purchaser);
  const mayEdit = mayUse(purchaser.calls.edit?.[1]);
  const handOver = (ids: readonly number[]) =>
    mayUse(handOverCall.access)
      ? [{ key: 'handOver', label: '移交', run: () => void navigate(partnerAt.handOver(ids)) }]
      : [];
  return (
    <ListPage
      definition={purchaser}
      newAt={partnerAt.newPurchaser}
      openAt={(row) => partnerAt.editPurchaser(row.id)}
      rowActions={(row) => [
        ...(mayEdit ? [{ key: 'edit', label: '编辑', run: () => void navigate(partnerAt.editPurchaser(row.id)) }] : []),
        ...handOver([row.id]),
        ...switches.rowActions(row),
      ]}
      batchActions={({ selection }) => [...handOver(selection.ids), ...switches.batchActions(selection)]}
      slots={{ above: switches.notice }}
    />
  );
}
