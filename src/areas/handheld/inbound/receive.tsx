import { useParams } from 'react-router-dom';
import { inboundSheetCall } from '#contract/areas/purchasing/inbound-entry.ts';
import { useSheet } from '../bench/use-sheet.ts';
import { WorkPage } from '../bench/work-page.tsx';
import { usePerson } from '../use-person.ts';
import { ReceiveBench } from './receive-bench.tsx';
import { useReceiving } from './use-receiving.ts';

/** Counts the goods of one inbound batch. Opens without the network, from what was downloaded. */
export function Screen() {
  const batch = Number(useParams()['id']);
  const { uid } = usePerson();
  const receiving = useReceiving();
  const sheet = useSheet(receiving, { uid, id: batch, kind: 'inbound', call: inboundSheetCall });
  const { open, view, trouble } = sheet;
  return (
    <WorkPage
      uid={uid}
      title="入库清点"
      what="入库批次"
      sheet={{ ...sheet, ready: Boolean(open && view), loading: sheet.loading || Boolean(open) }}
      remove={() => receiving.remove(uid, batch)}
    >
      {({ back, remove }) =>
        open &&
        view && (
          <ReceiveBench
            key={batch}
            open={open}
            uid={uid}
            view={view}
            online={sheet.online}
            trouble={trouble}
            onBack={back}
            remove={remove}
          />
        )
      }
    </WorkPage>
  );
}
