import { lazy, type ReactNode, Suspense } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { Face, LoadingFace } from '#src/kit/hand/faces.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { QueueStrip } from '../queue-strip.tsx';
import { usePerson } from '../use-person.ts';
import { CountBench } from './count-bench.tsx';
import { useCounts } from './use-counts.ts';
import { useOpenSheet } from './use-open-sheet.ts';
import { isRegistered } from './zone-state.ts';

// Read for a take by codes.
const CodesBench = lazy(async () => ({ default: (await import('./codes/codes-bench.tsx')).CodesBench }));

// Read where goods of the sheet have pieces with codes of their own.
const CodedReading = lazy(async () => ({ default: (await import('./codes/coded-reading.tsx')).CodedReading }));

/** Counting in one zone of a sheet. Opens without the network, from what was downloaded, for the zones that were registered. */
export function Screen() {
  const { id, zone: code } = useParams();
  const { uid } = usePerson();
  const sheetId = Number(id);
  const navigate = useNavigate();
  const open = useOpenSheet(uid, sheetId);
  const { live, view } = useCounts({ uid, sheetId, lastMost: 60 });
  const zone = open?.sheet.zones.find((one) => one.code === code);
  const page = (content: ReactNode) => (
    <PageFrame title="盘点" onBack={() => void navigate('/hand')} strip={<QueueStrip uid={uid} />}>
      {content}
    </PageFrame>
  );
  if (open && zone && view && isRegistered(view, { round: open.sheet.round, zone: zone.code })) {
    const at = { zone, uid, live, view };
    const key = `${sheetId}/${open.sheet.round}/${zone.code}`;
    return (
      <Suspense fallback={page(<LoadingFace />)}>
        {open.sheet.pieces ? (
          <CodesBench key={key} open={open} {...at} />
        ) : open.sheet.coded ? (
          <CodedReading key={key} open={open} {...at}>
            {(known, codes) => <CountBench open={known} codes={codes} {...at} />}
          </CodedReading>
        ) : (
          <CountBench key={key} open={open} {...at} />
        )}
      </Suspense>
    );
  }
  const waiting = open === undefined || (open && zone && !view);
  return page(
    waiting ? (
      <LoadingFace />
    ) : (
      <Face
        title={zone ? '先下载库区' : '本机没有这个库区'}
        text={zone ? `本机在这一轮还没有增加${zone.name}，增加后再来盘点。` : '先下载盘点单，再来盘点。'}
        action={zone ? '去增加' : '去下载'}
        onAction={() => void navigate(`/hand/sheet/${sheetId}`)}
      />
    ),
  );
}
