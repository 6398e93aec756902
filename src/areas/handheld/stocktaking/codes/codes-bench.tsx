import { Button } from 'antd-mobile';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SheetZone } from '#contract/areas/warehouse/count-entry.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import type { Live, Made } from '#src/local/index.ts';
import { unlockSound } from '#src/platform/sound.ts';
import { keepAwake } from '#src/platform/wake-lock.ts';
import { wholeCode } from '#src/reader/keyboard-wedge.ts';
import type { Scan } from '#src/reader/scans.ts';
import { ResultPanel } from '../../bench/result-panel.tsx';
import { GoOn } from '../../go-on-later.tsx';
import styles from '../../handheld.module.css';
import { LostFace } from '../../lost-face.tsx';
import { QueueStrip } from '../../queue-strip.tsx';
import { WedgeField } from '../../wedge-field.tsx';
import type { CountView } from '../count-view.ts';
import { canTakeBack, EntryList } from '../entry-list.tsx';
import type { OpenSheet } from '../sheets.ts';
import { useAskBefore } from '../use-ask-before.ts';
import { isFinished } from '../zone-state.ts';
import type { Act } from './code-queue.ts';
import { type Taken, takenOf } from './code-view.ts';
import { saidOf } from './code-words.ts';
import { piecesOf } from './pieces.ts';
import { TakenList } from './taken-list.tsx';
import { useCodeQueue } from './use-code-queue.ts';

// Read once the bench stands: codes are read by the gun before.
const ReaderStrip = lazy(async () => ({ default: (await import('../../reader/reader-strip.tsx')).ReaderStrip }));
// Read when somebody types what nothing reads.
const TypeCode = lazy(async () => ({ default: (await import('./type-code.tsx')).TypeCode }));
// Read when a zone is ended, from what the worker keeps on the device.
const ZoneEnd = lazy(async () => ({ default: (await import('../zone-end.tsx')).ZoneEnd }));

/** Reading codes in one zone of a take by codes: by the gun, a reader or by hand; each is told at once what it is. */
export function CodesBench({
  open,
  zone,
  uid,
  live,
  view,
}: {
  open: OpenSheet;
  zone: SheetZone;
  uid: number;
  live: Live<CountView>;
  view: CountView;
}) {
  const navigate = useNavigate();
  const { outbox } = useLocal();
  const { sheet } = open;
  const pieces = useMemo(() => piecesOf(sheet), [sheet]);
  const readable = useMemo(() => [{ pieces: sheet.pieces ?? [] }], [sheet]);
  const line = useCodeQueue({ open, pieces, uid, zone: zone.code, live });
  const { guarded, waiting, answer } = useAskBefore(isFinished(view, zone.code));
  const [typed, setTyped] = useState<string | null>(null);
  const [all, setAll] = useState(false);
  const [ending, setEnding] = useState(false);
  useEffect(() => unlockSound(), []);
  useEffect(() => keepAwake(), []);
  // Thousands are put together anew for each: the next scan does not wait for it.
  const figures = useDeferredValue(view.figures);
  const taken = useMemo(
    () => takenOf(pieces, { figures, zone: zone.code, round: sheet.round, blind: sheet.blind }),
    [pieces, figures, zone.code, sheet.round, sheet.blind],
  );

  const act = (action: Act) => guarded(() => line.act(action));
  const breath = useRef<{ text: string; made: Made }[]>([]);
  // Stamped now, before it waits for an answer or for what is before it.
  const read = (text: string) => act({ kind: 'read', reads: [{ text, made: outbox.stamp() }] });
  // What a reader hears in one breath is kept at once.
  const heard = (epc: string) => {
    if (breath.current.push({ text: epc, made: outbox.stamp() }) > 1) return;
    queueMicrotask(() => act({ kind: 'read', reads: breath.current.splice(0) }));
  };
  const takeBack = (voids?: string) =>
    act({ kind: 'void', made: outbox.stamp(), ...(voids !== undefined && { voids }) });
  const scanned = (scan: Scan) => {
    const code = wholeCode(scan, (one) => pieces.find(one) !== null);
    if (code === null) {
      const left = (scan.head?.text ?? '') + scan.code;
      const unread: Act = { kind: 'read', reads: [{ text: left, made: outbox.stamp() }] };
      return line.say({ word: 'unread', reads: [], code: left, goods: null, qty: 1, act: unread });
    }
    // A reader goes on beside what is typed.
    if (scan.by === 'tags') return heard(code);
    return typed === null ? read(code) : setTyped(code);
  };
  const entries = view.last.filter((entry) => entry.zone === zone.code && entry.round === sheet.round);
  const goodsOf = (code: string) => {
    const piece = pieces.find(code);
    return piece && pieces.goodsOf(piece);
  };
  return (
    <PageFrame
      title={zone.name}
      mark={[
        '唯一码',
        sheet.round > 1 ? `第 ${sheet.round} 轮复盘` : '初盘',
        sheet.blind && '盲盘',
        sheet.stocktaking_no,
      ]
        .filter(Boolean)
        .join(' · ')}
      onBack={() => void navigate(`/hand/sheet/${sheet.id}`)}
      extra={
        <button type="button" className={styles.end} onClick={() => setEnding(true)}>
          {isFinished(view, zone.code) ? '已交回' : '完成本区'}
        </button>
      }
      strip={
        <>
          <QueueStrip uid={uid} />
          <Suspense>
            <ReaderStrip uid={uid} goods={readable} />
          </Suspense>
          <button type="button" className={styles.asked} onClick={() => setAll(!all)}>
            {progressWords(taken)} <b>{all ? '看记录' : '看明细'}</b>
          </button>
        </>
      }
      actions={
        <div className={styles.twoActions}>
          <Button size="large" disabled={!entries.some(canTakeBack)} onClick={() => takeBack()}>
            撤销上一次
          </Button>
          <Button size="large" color="primary" onClick={() => setTyped('')}>
            输入唯一码
          </Button>
        </div>
      }
    >
      <WedgeField onScan={scanned} />
      <div className={styles.bench}>
        <ResultPanel
          said={saidOf(line.last, {
            pieces,
            zones: sheet.zones,
            round: sheet.round,
            figure: { label: '本区已读', qty: taken.inZone },
          })}
          ready="一个码计一件，读几次都一样；听到提示音才算数"
        />
        {all ? (
          <TakenList taken={taken} pieces={pieces} />
        ) : (
          <EntryList
            entries={entries}
            find={goodsOf}
            more={({ barcode }) => barcode}
            onTakeBack={({ op_id }) => takeBack(op_id)}
          />
        )}
      </div>
      {typed !== null && (
        <Suspense>
          <TypeCode
            code={typed}
            onChange={setTyped}
            onDone={() => {
              setTyped(null);
              read(typed);
            }}
            onClose={() => setTyped(null)}
          />
        </Suspense>
      )}
      {ending && (
        <Suspense>
          <ZoneEnd
            open={open}
            view={view}
            zone={zone}
            uid={uid}
            onClose={() => setEnding(false)}
            onClosed={() => void navigate(`/hand/sheet/${sheet.id}`)}
          />
        </Suspense>
      )}
      <GoOn name={zone.name} of="本区" counts="盘点" waiting={waiting} onAnswer={answer} />
      {line.lost.length > 0 && <LostFace lost={line.lost} onTry={line.tryLost} onDrop={line.dropLost} />}
    </PageFrame>
  );
}

function progressWords({ inZone, zone, found, expected }: Taken): string {
  return [
    `本区已读 ${inZone}`,
    zone && `本区货位 ${zone.found} / ${zone.expected}`,
    expected === null ? `全单已读 ${found}` : `全单 ${found} / ${expected}`,
  ]
    .filter(Boolean)
    .join(' · ');
}
