import { allot } from '#contract/areas/allocation/allot.ts';
import { type AllotEnd, allotEntryCalls } from '#contract/areas/allocation/allot-entry.ts';
import { OpenEntries as Entries } from '#src/kit/desk/open-entries.tsx';

/** What tablets sent of one end of an allot and nobody could count: each wants a word before the goods leave it. Nothing where there is none. */
export function OpenEntries({ id, end }: { id: number; end: AllotEnd }) {
  return (
    <Entries
      id={id}
      name={`allot-${end}-entries`}
      title={end === 'out' ? '平板拣货' : '平板清点'}
      about={allot}
      calls={allotEntryCalls[end]}
    />
  );
}
