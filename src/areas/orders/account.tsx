import { Segmented } from 'antd';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { orderAccount } from '#contract/areas/orders/order-account.ts';
import { orderOutCoupon } from '#contract/areas/orders/order-out-coupon.ts';
import { useMayUse } from '#src/engine/use-allowed.ts';
import { DrawerPage } from '#src/kit/desk/list/drawer-page.tsx';
import { ListPage } from '#src/kit/desk/list/list-page.tsx';
import { accountAt } from './addresses.ts';

/** What orders brought and cost; beside them the coupons of other platforms that they were paid with. */
export function Screen() {
  const [params] = useSearchParams();
  if (params.get('view') === 'coupons') return <Coupons />;
  return (
    <ListPage
      definition={orderAccount}
      title="订单账务列表"
      openAt={(row) => accountAt.detail(row.id)}
      slots={{ above: <Views of="orders" /> }}
    />
  );
}

function Coupons() {
  return <DrawerPage definition={orderOutCoupon} title="外部券核销" extra={<Views of="coupons" />} />;
}

function Views({ of }: { of: 'orders' | 'coupons' }) {
  const navigate = useNavigate();
  const mayUse = useMayUse();
  if (!mayUse(orderOutCoupon.calls.list?.[1])) return null;
  return (
    <Segmented
      aria-label="查看内容"
      value={of}
      options={[
        { value: 'orders', label: orderAccount.label },
        { value: 'coupons', label: orderOutCoupon.label },
      ]}
      onChange={(chosen) => void navigate(chosen === 'coupons' ? accountAt.coupons : accountAt.list, { replace: true })}
    />
  );
}
