import { Button } from 'antd';
import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { order } from '#contract/areas/orders/order.ts';
import { orderCalls } from '#contract/areas/orders/order-calls.ts';
import { orderLabel } from '#contract/areas/orders/order-label.ts';
import type { Row } from '#src/engine/row.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { AskDialog } from '#src/kit/desk/ask-dialog.tsx';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { orderAt } from './addresses.ts';
import { labelAsking } from './asking.ts';

/** Orders, and the labels that are put on them. */
export function Screen() {
  const [params] = useSearchParams();
  return params.get('view') === 'labels' ? <Labels /> : <Orders />;
}

function Orders() {
  const mayUse = useMayUse();
  const navigate = useNavigate();
  const [labelled, setLabelled] = useState<readonly Row[] | null>(null);
  const mayLabel = mayUse(orderCalls.bindLabels.access);
  return (
    <ListPage
      definition={order}
      openAt={(row) => orderAt.detail(row.id)}
      {...(mayLabel
        ? {
            batchActions: (list) => [
              { key: 'label', label: '打标', run: () => setLabelled(list.selection.rows as readonly Row[]) },
            ],
          }
        : {})}
      slots={{
        extra: () =>
          mayUse(orderLabel.calls.add?.[1]) && (
            <Button onClick={() => void navigate(orderAt.labels)}>{orderLabel.label}</Button>
          ),
        aside: labelled && (
          <AskDialog asking={labelAsking(labelled)} changes={changes} onClose={() => setLabelled(null)} />
        ),
      }}
    />
  );
}

function Labels() {
  const navigate = useNavigate();
  return (
    <DrawerPage
      definition={orderLabel}
      title={orderLabel.label}
      extra={<Button onClick={() => void navigate(orderAt.list)}>返回订单</Button>}
    />
  );
}

const changes = [order];
