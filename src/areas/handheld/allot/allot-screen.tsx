import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { type AllotEnd, allotEntryCalls } from '#contract/areas/allocation/allot-entry.ts';
import { useSheet } from '../bench/use-sheet.ts';
import type { PiecesView } from '../bench/view.ts';
import { WorkPage } from '../bench/work-page.tsx';
import { usePerson } from '../use-person.ts';
import type { AllotPayload, OpenAllotSheet } from './entry.ts';
import { endWords } from './summary.ts';
import { useAllotWork } from './use-allot-work.ts';

/** What a bench of an allot is given. */
export interface AllotBenchProps {
  open: OpenAllotSheet;
  uid: number;
  view: PiecesView<AllotPayload>;
  trouble: string;
  onBack(): void;
  remove: ReactNode;
}

/** One end of one allot. Opens without the network, from what was downloaded. */
export function AllotScreen({ end, bench }: { end: AllotEnd; bench(props: AllotBenchProps): ReactNode }) {
  const id = Number(useParams()['id']);
  const { uid } = usePerson();
  const work = useAllotWork(end);
  const sheet = useSheet(work, { uid, id, kind: `allot-${end}`, call: allotEntryCalls[end].sheet });
  const { open, view, trouble } = sheet;
  return (
    <WorkPage
      uid={uid}
      title={endWords[end].title}
      what="调拨单"
      sheet={{ ...sheet, ready: Boolean(open && view), loading: sheet.loading || Boolean(open) }}
      remove={() => work.remove(uid, id)}
    >
      {({ back, remove }) => open && view && bench({ open, uid, view, trouble, onBack: back, remove })}
    </WorkPage>
  );
}
