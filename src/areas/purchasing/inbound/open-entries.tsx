import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { decideEntriesCall, openEntriesCall } from '#contract/areas/purchasing/inbound-entry.ts';
import { OpenEntries as Entries } from '#src/kit/desk/open-entries.tsx';

/** What tablets sent of a batch and nobody could count: each wants a word before the batch goes on. Nothing where there is none. */
export function OpenEntries({ id }: { id: number }) {
  return <Entries id={id} name="inbound-open-entries" title="平板清点" about={inWareBatch} calls={calls} />;
}

const calls = { open: openEntriesCall, decide: decideEntriesCall } as const;
