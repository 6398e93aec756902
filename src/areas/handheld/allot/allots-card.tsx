import { type AllotEnd, allotEntryCalls } from '#contract/areas/allocation/allot-entry.ts';
import { OpenCard } from '../bench/open-card.tsx';
import { endWords } from './summary.ts';
import { useAllotWork } from './use-allot-work.ts';

/** The allots that I may work on at one of their ends, and those that are on this device. Nothing for whoever works on none. */
export function AllotsCard({ uid, end }: { uid: number; end: AllotEnd }) {
  const { list } = useAllotWork(end);
  const { title, plan, counted, to } = endWords[end];
  return (
    <OpenCard
      uid={uid}
      title={title}
      kind={`allot-${end}`}
      call={allotEntryCalls[end].listed}
      list={list}
      keptWords={({ other_name, allot_no }) => ({ title: `${to} ${other_name}`, text: allot_no })}
      words={({ other_name, allot_no, plan_qty, counted_qty }) => ({
        title: `${to} ${other_name}`,
        text: `${allot_no} · ${plan} ${plan_qty} · ${counted} ${counted_qty}`,
      })}
      pathOf={(id) => (end === 'out' ? `/hand/pick/${id}` : `/hand/sign/${id}`)}
    />
  );
}
