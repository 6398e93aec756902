import { Button } from 'antd';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { arrivalAt } from './addresses.ts';
import { DockBoard } from './dock-board.tsx';

/** Appointments as a list, and with `view=dock` as the board of a day at the dock. */
export function Screen() {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  if (useSearchParams()[0].get('view') === 'dock') return <DockBoard />;
  return (
    <ListPage
      definition={arrivalOrder}
      newAt={arrivalAt.fresh}
      openAt={(row) => arrivalAt.detail(row.id)}
      rowActions={(row) => [
        { key: 'view', label: '查看', run: () => void navigate(arrivalAt.detail(row.id)) },
        ...(row.allowed?.edit
          ? [{ key: 'edit', label: '编辑', run: () => void navigate(arrivalAt.edit(row.id)) }]
          : []),
      ]}
      slots={{
        extra: () => (
          <>
            <Button onClick={() => void navigate(arrivalAt.dock)}>月台看板</Button>
            {mayUse(arrivalOrder.calls.add?.[1]) && (
              <Button onClick={() => void navigate(arrivalAt.typed)}>无采购单录入</Button>
            )}
          </>
        ),
      }}
    />
  );
}
