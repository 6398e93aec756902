import { countableInboundCall } from '#contract/areas/purchasing/inbound-entry.ts';
import { OpenCard } from '../bench/open-card.tsx';
import { useReceiving } from './use-receiving.ts';

/** The inbound batches that I may count, and those that are on this device. Nothing for whoever counts none. */
export function BatchesCard({ uid }: { uid: number }) {
  const { list } = useReceiving();
  return (
    <OpenCard
      uid={uid}
      title="到货清点"
      kind="inbound"
      call={countableInboundCall}
      list={list}
      keptWords={({ supplier_name: title, batch_no: text }) => ({ title, text })}
      words={({ supplier_name: title, batch_no, plan_qty, count_qty }) => ({
        title,
        text: `${batch_no} · 应收 ${plan_qty} · 已点 ${count_qty}`,
      })}
      pathOf={(id) => `/hand/inbound/${id}`}
    />
  );
}
