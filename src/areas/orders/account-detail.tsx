import { Button } from 'antd';
import { useNavigate } from 'react-router-dom';
import { order } from '#contract/areas/orders/order.ts';
import { orderAccount, orderFlow } from '#contract/areas/orders/order-account.ts';
import { orderOutCoupon } from '#contract/areas/orders/order-out-coupon.ts';
import { useRecordId } from '#src/engine/use-address.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { RelatedList } from '#src/kit/desk/detail/related-list.tsx';
import { MissingPage } from '#src/kit/desk/missing-page.tsx';
import { orderAt } from './addresses.ts';

/** The money of one order: what it came to, and each movement of it. */
export function Screen() {
  const id = useRecordId();
  const navigate = useNavigate();
  const mayUse = useMayUse();
  if (id === undefined) return <MissingPage title={orderAccount.label} />;
  return (
    <DetailPage
      key={id}
      definition={orderAccount}
      id={id}
      slots={{
        extra: () =>
          mayUse(order.calls.detail?.[1]) && (
            <Button onClick={() => void navigate(orderAt.detail(id))}>订单详情</Button>
          ),
        tabs: () => [
          {
            key: orderFlow.name,
            label: orderFlow.label,
            children: <RelatedList definition={orderFlow} by="order_id" id={id} />,
          },
          ...(mayUse(orderOutCoupon.calls.list?.[1])
            ? [
                {
                  key: orderOutCoupon.name,
                  label: orderOutCoupon.label,
                  children: <RelatedList definition={orderOutCoupon} by="order_id" id={id} />,
                },
              ]
            : []),
        ],
      }}
    />
  );
}
