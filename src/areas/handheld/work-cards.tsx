import { AllotsCard } from './allot/allots-card.tsx';
import { BatchesCard } from './inbound/batches-card.tsx';
import { OutsCard } from './order/outs-card.tsx';

/** What there is to do besides counting: goods that come in, allots at both ends, orders. */
export function WorkCards({ uid }: { uid: number }) {
  return (
    <>
      <BatchesCard uid={uid} />
      <AllotsCard uid={uid} end="out" />
      <AllotsCard uid={uid} end="into" />
      <OutsCard uid={uid} />
    </>
  );
}
