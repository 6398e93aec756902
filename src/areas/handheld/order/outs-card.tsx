import { outState } from '#contract/areas/orders/order-enums.ts';
import { outEntryCalls } from '#contract/areas/orders/out-entry.ts';
import { OpenCard } from '../bench/open-card.tsx';
import { title } from './summary.ts';
import { useOutWork } from './work.ts';

/** The orders that I may pick and ship, and those that are on this device. Nothing for whoever ships none. */
export function OutsCard({ uid }: { uid: number }) {
  const { list } = useOutWork();
  return (
    <OpenCard
      uid={uid}
      title={title}
      kind="order-out"
      call={outEntryCalls.listed}
      list={list}
      keptWords={({ order_no, out_no }) => ({ title: order_no, text: out_no })}
      words={({ order_no, out_no, shop_name, plan_qty, counted_qty, status }) => ({
        title: order_no,
        text: [out_no, shop_name, status === outState.toShip ? '待发货' : `应拣 ${plan_qty} · 已拣 ${counted_qty}`]
          .filter(Boolean)
          .join(' · '),
      })}
      pathOf={(id) => `/hand/order/${id}`}
    />
  );
}
