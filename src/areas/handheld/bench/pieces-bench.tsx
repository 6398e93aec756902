import { type ReactNode, useEffect, useState } from 'react';
import { ChoiceRow } from '#src/kit/hand/choice-row.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { sound, unlockSound } from '#src/platform/sound.ts';
import { keepAwake } from '#src/platform/wake-lock.ts';
import { wholeCode } from '#src/reader/keyboard-wedge.ts';
import type { Scan } from '#src/reader/scans.ts';
import { gradeChoices } from '../grade-words.ts';
import styles from '../handheld.module.css';
import { LostFace } from '../lost-face.tsx';
import { QueueStrip } from '../queue-strip.tsx';
import type { GoodsFinder } from '../stocktaking/goods-finder.ts';
import { ManualSheet } from '../stocktaking/manual-sheet-later.tsx';
import { newTyping, type Typing, withScan } from '../stocktaking/typing.ts';
import { WedgeField } from '../wedge-field.tsx';
import type { Recorded } from './recorder.ts';
import type { RecorderNow } from './use-recorder.ts';

interface PiecesBenchProps<Act, R extends Recorded<Act>> {
  uid: number;
  title: string;
  mark: string;
  /** What was downloaded of it, by which codes are known. */
  open: GoodsFinder;
  recorder: RecorderNow<Act, R>;
  /** The grade of what is scanned from now on; none where there is nothing to choose. */
  grades?: { value: number; onChange(grade: number): void; label: string } | undefined;
  trouble: string;
  onBack(): void;
  /** A code that was read whole, and how many pieces of it. */
  onCode(code: string, qty: number): void;
  /** A code that was read in part only: it is not counted. */
  onPart(code: string): void;
  /** Codes that are whole though they are of no goods. */
  isWhole?(code: string): boolean;
  extra: ReactNode;
  strip?: ReactNode;
  /** The row of buttons; opens typing by hand. */
  actions(type: () => void): ReactNode;
  /** What stands below; `type` opens typing the pieces of goods that somebody has touched. */
  children(type: (code: string) => void): ReactNode;
}

/** A screen on which pieces are scanned, once everything it needs has been read: the gun is listened to for as long as it stands. */
export function PiecesBench<Act, R extends Recorded<Act>>({
  uid,
  title,
  mark,
  open,
  recorder: { last, lost, tryLost, dropLost },
  grades,
  trouble,
  onBack,
  onCode,
  onPart,
  isWhole = () => false,
  extra,
  strip,
  actions,
  children,
}: PiecesBenchProps<Act, R>) {
  const [typing, setTyping] = useState<Typing | null>(null);
  useEffect(() => unlockSound(), []);
  useEffect(() => keepAwake(), []);
  const change = (by: (typing: Typing) => Typing) => setTyping((before) => before && by(before));
  const scanned = (scan: Scan) => {
    const code = wholeCode(scan, (one) => open.find(one) !== null || isWhole(one));
    // A reader goes on by itself beside what is typed, which is not about its tags.
    if (typing && scan.by !== 'tags') {
      if (code !== null) return change((before) => withScan(before, code, scan.since));
      sound('not_saved');
      return toast('条码没读全，请再扫一次');
    }
    if (code !== null) return onCode(code, 1);
    return onPart((scan.head?.text ?? '') + scan.code);
  };
  const record = ({ code, qty }: Typing) => {
    setTyping(null);
    onCode(code, Number(qty));
  };
  return (
    <PageFrame
      title={title}
      mark={mark}
      onBack={onBack}
      extra={extra}
      strip={
        <>
          <QueueStrip uid={uid} />
          {strip}
          {grades && (
            <section className={styles.grades} aria-label={grades.label}>
              <ChoiceRow<number>
                label="品级"
                choices={gradeChoices}
                value={grades.value}
                onChange={grades.onChange}
                loud={0}
              />
            </section>
          )}
          {trouble !== '' && <p className={styles.trouble}>{trouble}</p>}
        </>
      }
      actions={actions(() => setTyping(newTyping(last?.goods ? { code: last.code } : {})))}
    >
      <WedgeField onScan={scanned} />
      <div className={styles.bench}>{children((code) => setTyping(newTyping({ code })))}</div>
      {typing && (
        <ManualSheet
          typing={typing}
          grade={grades?.value ?? 0}
          open={open}
          totals={false}
          onChange={change}
          onDone={() => record(typing)}
          onClose={() => setTyping(null)}
        />
      )}
      {lost.length > 0 && <LostFace lost={lost} onTry={tryLost} onDrop={dropLost} />}
    </PageFrame>
  );
}
