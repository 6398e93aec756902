import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { changePrice } from '#contract/areas/orders/change-price.ts';
import { order } from '#contract/areas/orders/order.ts';
import { orderAccount } from '#contract/areas/orders/order-account.ts';
import { orderCalls } from '#contract/areas/orders/order-calls.ts';
import { orderCustomerRecord } from '#contract/areas/orders/order-customer-record.ts';
import { orderState } from '#contract/areas/orders/order-enums.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import { orderOutCoupon } from '#contract/areas/orders/order-out-coupon.ts';
import { orderPayment } from '#contract/areas/orders/order-payment.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { DetailPage, type DetailRow } from '#src/kit/desk/detail/detail-page.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { accountAt, changeAt } from './addresses.ts';

const RelatedList = lazy(async () => ({
  default: (await import('#src/kit/desk/detail/related-list.tsx')).RelatedList,
}));
// Forms and dialogs come when they are asked for: the page is read first.
const FormDrawer = lazy(async () => ({ default: (await import('#src/kit/desk/form-drawer.tsx')).FormDrawer }));
const LabelDialog = lazy(async () => ({ default: (await import('./label-dialog.tsx')).LabelDialog }));

/** One order: its goods with what was taken off and why, its money, its deliveries, what was said with the customer, and what was done. */
export function Screen() {
  const id = useRecordId();
  const mayUse = useMayUse();
  const navigate = useNavigate();
  const [labelled, setLabelled] = useState<DetailRow | null>(null);
  const [adding, setAdding] = useState<AnyDefinition | null>(null);
  if (id === undefined) return <MissingPage title={order.label} />;
  const tab = (definition: AnyDefinition) =>
    mayUse(definition.calls.list?.[1])
      ? [
          {
            key: definition.name,
            label: definition.label,
            children: (
              <Suspense fallback={null}>
                <RelatedList definition={definition} by="order_id" id={id} />
              </Suspense>
            ),
          },
        ]
      : [];
  const isUnpaid = (record: DetailRow) => record['status'] === orderState.toPay;
  return (
    <>
      <DetailPage
        key={id}
        definition={order}
        id={id}
        lineColumns={lineColumns}
        slots={{
          extra: (record) => (
            <>
              {isUnpaid(record) && mayUse(changePrice.calls.add?.[1]) && (
                <Button onClick={() => void navigate(changeAt.freshFor(id))}>申请改价</Button>
              )}
              {isUnpaid(record) && mayUse(orderOutCoupon.calls.add?.[1]) && (
                <Button onClick={() => setAdding(orderOutCoupon)}>核销外部券</Button>
              )}
              {mayUse(orderCustomerRecord.calls.add?.[1]) && (
                <Button onClick={() => setAdding(orderCustomerRecord)}>客服记录</Button>
              )}
              {mayUse(orderCalls.bindLabels.access) && <Button onClick={() => setLabelled(record)}>打标</Button>}
              {mayUse(orderAccount.calls.detail?.[1]) && (
                <Button onClick={() => void navigate(accountAt.detail(id))}>账务</Button>
              )}
            </>
          ),
          tabs: () => [
            ...tab(orderPayment),
            ...tab(orderOut),
            ...tab(changePrice),
            ...tab(orderOutCoupon),
            ...tab(orderCustomerRecord),
          ],
        }}
      />
      <Suspense fallback={null}>
        {labelled && <LabelDialog record={labelled} onClose={() => setLabelled(null)} />}
        {adding && <FormDrawer definition={adding} given={{ order_id: id }} onClose={() => setAdding(null)} />}
      </Suspense>
    </>
  );
}

const lineColumns = [
  'sku_id',
  'imperfect_type',
  'qty',
  'tag_price',
  'sale_price',
  'promotion_amount',
  'coupon_amount',
  'point_amount',
  'change_amount',
  'final_amount',
  'is_gift',
  'shipped_qty',
  'cancelled_qty',
  'returned_qty',
  'refund_amount',
  'cost_amount',
];
