import { Button } from 'antd-mobile';
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { SheetZone } from '#contract/areas/warehouse/count-entry.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { ChoiceRow } from '#src/kit/hand/choice-row.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import type { Live } from '#src/local/index.ts';
import { sound, unlockSound } from '#src/platform/sound.ts';
import { keepAwake } from '#src/platform/wake-lock.ts';
import { wholeCode } from '#src/reader/keyboard-wedge.ts';
import type { Scan } from '#src/reader/scans.ts';
import { GoOn } from '../go-on-later.tsx';
import { gradeChoices } from '../grade-words.ts';
import styles from '../handheld.module.css';
import { LostFace } from '../lost-face.tsx';
import { QueueStrip } from '../queue-strip.tsx';
import { WedgeField } from '../wedge-field.tsx';
import type { CountView } from './count-view.ts';
import type { CountAction } from './counter.ts';
import { canTakeBack, EntryList } from './entry-list.tsx';
import { ManualSheet } from './manual-sheet-later.tsx';
import { askedFor } from './recount-asked.ts';
import { ResultPanel } from './result-panel.tsx';
import type { OpenSheet } from './sheets.ts';
import { newTyping, type Typing, withScan } from './typing.ts';
import { useAskBefore } from './use-ask-before.ts';
import { useCounter } from './use-counter.ts';
import { isFinished } from './zone-state.ts';

// Read when somebody looks at what a recount asks for.
const RecountSheet = lazy(async () => ({ default: (await import('./recount-sheet.tsx')).RecountSheet }));
// Read when somebody looks for goods that no code is read of.
const GoodsSheet = lazy(async () => ({ default: (await import('./goods-sheet.tsx')).GoodsSheet }));
// Read when a zone is ended, from what the worker keeps on the device.
const ZoneEnd = lazy(async () => ({ default: (await import('./zone-end.tsx')).ZoneEnd }));

/** Reading pieces by their own codes, where goods of the sheet have some. */
export interface BesideCodes {
  /** Takes a text that is the code of a piece; false where it is none. `guarded` lets it count. */
  heard(code: string, by: Scan['by'], guarded: (run: () => void) => void): boolean;
  /** Goods are counted again by their barcodes. */
  rest(): void;
  /** What was said of the last code; null where the last deed was another. */
  panel: ReactNode;
  takeBack(): void;
  strip: ReactNode;
  lost: ReactNode;
}

/** The counting screen once everything it needs has been read: the gun is listened to for as long as it stands. */
export function CountBench({
  open,
  zone,
  uid,
  live,
  view,
  codes,
}: {
  open: OpenSheet;
  zone: SheetZone;
  uid: number;
  live: Live<CountView>;
  view: CountView;
  codes?: BesideCodes;
}) {
  const navigate = useNavigate();
  const { outbox } = useLocal();
  const { sheet } = open;
  const at = { uid, zone: zone.code };
  const { last, lost, act, unread, tryLost, dropLost } = useCounter({ open, uid, zone: zone.code, live });
  const { guarded, waiting, answer } = useAskBefore(isFinished(view, zone.code));
  const [grade, setGrade] = useState(0);
  const [typing, setTyping] = useState<Typing | null>(null);
  const [panel, setPanel] = useState<'end' | 'recount' | 'goods' | null>(null);
  useEffect(() => unlockSound(), []);
  useEffect(() => keepAwake(), []);

  const count = (action: CountAction) => {
    codes?.rest();
    // Now, before it waits for an answer or for what is before it.
    const made = outbox.stamp();
    guarded(() => void act({ ...action, made }));
  };
  const scanned = (scan: Scan) => {
    const code = wholeCode(scan, (one) => open.find(one, grade) !== null);
    // A reader goes on by itself beside what is typed.
    if (typing && scan.by !== 'tags') {
      if (code !== null) return change((before) => withScan(before, code, scan.since));
      sound('not_saved');
      return toast('条码没读全，请再扫一次');
    }
    // Looked for in the list: that one is meant.
    if (code !== null && panel === 'goods' && scan.by !== 'tags') return typeTotal(code);
    if (code !== null) return add(code, scan.by);
    const left = (scan.head?.text ?? '') + scan.code;
    return unread({ kind: 'add', code: left, qty: 1, grade, made: outbox.stamp() }, left);
  };
  const add = (code: string, by: Scan['by']) => {
    if (!codes?.heard(code, by, guarded)) count({ kind: 'add', code, qty: 1, grade });
  };
  const change = (by: (typing: Typing) => Typing) => setTyping((before) => before && by(before));
  // In the line of what was read last: that may not be on the disk yet.
  const takeBack = () => (codes?.panel ? guarded(codes.takeBack) : count({ kind: 'void' }));
  const record = ({ kind, code, qty }: Typing) => {
    setTyping(null);
    if (!codes?.heard(code, 'gun', guarded)) count({ kind, code, qty: Number(qty), grade });
  };

  const typeTotal = (code: string, of = grade) => {
    setPanel(null);
    setGrade(of);
    setTyping(newTyping({ code, kind: 'total' }));
  };

  const entries = view.last.filter((entry) => entry.zone === zone.code && entry.round === sheet.round);
  const asked = sheet.recount.length > 0 ? askedFor(open, view, at) : [];
  const done = asked.filter((one) => one.qty !== null).length;
  const mark = [sheet.round > 1 ? `第 ${sheet.round} 轮复盘` : '初盘', sheet.blind && '盲盘', sheet.stocktaking_no]
    .filter(Boolean)
    .join(' · ');

  return (
    <PageFrame
      title={zone.name}
      mark={mark}
      onBack={() => void navigate(`/hand/sheet/${sheet.id}`)}
      extra={
        <button type="button" className={styles.end} onClick={() => setPanel('end')}>
          {isFinished(view, zone.code) ? '已交回' : '完成本区'}
        </button>
      }
      strip={
        <>
          <QueueStrip uid={uid} />
          {codes?.strip}
          <section className={styles.grades} aria-label="扫描品级">
            <ChoiceRow<number> label="品级" choices={gradeChoices} value={grade} onChange={setGrade} loud={0} />
          </section>
          {asked.length > 0 ? (
            <button type="button" className={styles.asked} onClick={() => setPanel('recount')}>
              先盘要求复盘的 {asked.length} 种货品 <b>已盘 {done}</b>
            </button>
          ) : (
            <button type="button" className={styles.listed} onClick={() => setPanel('goods')}>
              {sheet.blind ? '看本区已盘的货品' : `看本单 ${sheet.goods.length} 种货品`}，点一行录入总数
            </button>
          )}
        </>
      }
      actions={
        <div className={styles.twoActions}>
          <Button size="large" disabled={!entries.some(canTakeBack)} onClick={takeBack}>
            撤销上一次
          </Button>
          <Button
            size="large"
            color="primary"
            onClick={() => setTyping(newTyping(last && !uncounted.has(last.word) ? { code: last.code } : {}))}
          >
            输入条码 / 数量
          </Button>
        </div>
      }
    >
      <WedgeField onScan={scanned} />
      <div className={styles.bench}>
        {codes?.panel ?? <ResultPanel last={last} view={view} open={open} at={at} />}
        <EntryList
          entries={entries}
          find={open.find}
          onTakeBack={(entry) => count({ kind: 'void', voids: entry.op_id })}
        />
      </div>
      {typing && (
        <ManualSheet
          typing={typing}
          grade={grade}
          open={open}
          onChange={change}
          onDone={() => record(typing)}
          onClose={() => setTyping(null)}
        />
      )}
      {panel === 'recount' && (
        <Suspense>
          <RecountSheet
            asked={asked}
            onClose={() => setPanel(null)}
            onPick={(one) => typeTotal(one.goods?.sku_no ?? '', one.grade)}
          />
        </Suspense>
      )}
      {panel === 'goods' && (
        <Suspense>
          <GoodsSheet
            open={open}
            view={view}
            at={at}
            onClose={() => setPanel(null)}
            onPick={(one) => typeTotal(one.sku_no, one.imperfect_type)}
          />
        </Suspense>
      )}
      {panel === 'end' && (
        <Suspense>
          <ZoneEnd
            open={open}
            view={view}
            zone={zone}
            uid={uid}
            onClose={() => setPanel(null)}
            onClosed={() => void navigate(`/hand/sheet/${sheet.id}`)}
          />
        </Suspense>
      )}
      <GoOn name={zone.name} of="本区" counts="盘点" waiting={waiting} onAnswer={answer} />
      {codes?.lost}
      {lost.length > 0 && <LostFace lost={lost} onTry={tryLost} onDrop={dropLost} />}
    </PageFrame>
  );
}

/** What is no code to begin typing with. */
const uncounted: ReadonlySet<string> = new Set(['unknown', 'unread']);
