import { Button } from 'antd-mobile';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocal } from '#src/engine/local-context.tsx';
import { ChoiceRow } from '#src/kit/hand/choice-row.tsx';
import { PageFrame } from '#src/kit/hand/page-frame.tsx';
import { toast } from '#src/kit/hand/toast.ts';
import { sound, unlockSound } from '#src/platform/sound.ts';
import { keepAwake } from '#src/platform/wake-lock.ts';
import { type Scan, wholeCode } from '#src/reader/keyboard-wedge.ts';
import { gradeChoices } from '../grade-words.ts';
import styles from '../handheld.module.css';
import { LostFace } from '../lost-face.tsx';
import { QueueStrip } from '../queue-strip.tsx';
import { ManualSheet } from '../stocktaking/manual-sheet.tsx';
import { newTyping, type Typing, withScan } from '../stocktaking/typing.ts';
import { WedgeField } from '../wedge-field.tsx';
import { ExpiryField } from './expiry-field.tsx';
import { GoodsList } from './goods-list.tsx';
import { countedOf, type ReceiveView } from './receive-view.ts';
import { canTakeBack, ReceivedList } from './received-list.tsx';
import { ReceivedPanel } from './received-panel.tsx';
import type { Deed } from './receiver.ts';
import type { OpenBatch } from './receiving.ts';
import { useReceiver } from './use-receiver.ts';

/** The counting screen once everything it needs has been read: the gun is listened to for as long as it stands. */
export function ReceiveBench({
  open,
  uid,
  view,
  trouble,
  onBack,
  remove,
}: {
  open: OpenBatch;
  uid: number;
  view: ReceiveView;
  trouble: string;
  onBack(): void;
  remove: ReactNode;
}) {
  const { outbox } = useLocal();
  const { sheet, find } = open;
  const { last, lost, act, unread, tryLost, dropLost } = useReceiver(open, uid);
  const [grade, setGrade] = useState(0);
  const [typing, setTyping] = useState<Typing | null>(null);
  const [all, setAll] = useState(false);
  // A date is of its goods: what was said of one must not land on another.
  const [dates, setDates] = useState<ReadonlyMap<number, string>>(new Map());
  useEffect(() => unlockSound(), []);
  useEffect(() => keepAwake(), []);
  const counted = useMemo(() => countedOf(sheet, view.rows), [sheet, view.rows]);

  const count = (deed: Deed) => act({ ...deed, made: outbox.stamp() });
  const pieces = (code: string, qty: number): Deed => {
    const goods = find(code.trim());
    return { kind: 'add', code, qty, grade, expire: (goods && dates.get(goods.sku_id)) ?? null };
  };
  const scanned = (scan: Scan) => {
    const code = wholeCode(scan, (one) => find(one) !== null);
    if (typing) {
      if (code !== null) return change((before) => withScan(before, code, scan.since));
      sound('not_saved');
      return toast('条码没读全，请再扫一次');
    }
    if (code !== null) return count(pieces(code, 1));
    const left = (scan.head?.text ?? '') + scan.code;
    return unread({ ...pieces(left, 1), made: outbox.stamp() }, left);
  };
  const change = (by: (typing: Typing) => Typing) => setTyping((before) => before && by(before));
  const record = ({ code, qty }: Typing) => {
    setTyping(null);
    count(pieces(code, Number(qty)));
  };
  const dated = sheet.goods.find(({ sku_id, dated }) => dated && sku_id === last?.goods?.sku_id);

  return (
    <PageFrame
      title={sheet.supplier_name}
      mark={sheet.batch_no}
      onBack={onBack}
      extra={
        <button type="button" className={styles.end} onClick={() => setAll(!all)}>
          {all ? '看记录' : '看应收'}
        </button>
      }
      strip={
        <>
          <QueueStrip uid={uid} />
          <section className={styles.grades} aria-label="扫描品级">
            <ChoiceRow<number> label="品级" choices={gradeChoices} value={grade} onChange={setGrade} loud={0} />
          </section>
          {trouble !== '' && <p className={styles.trouble}>{trouble}</p>}
        </>
      }
      actions={
        <div className={styles.twoActions}>
          <Button size="large" disabled={!view.last.some(canTakeBack)} onClick={() => count({ kind: 'void' })}>
            撤销上一次
          </Button>
          <Button
            size="large"
            color="primary"
            onClick={() => setTyping(newTyping(last?.goods ? { code: last.code } : {}))}
          >
            输入条码 / 数量
          </Button>
        </div>
      }
    >
      <WedgeField onScan={scanned} />
      <div className={styles.bench}>
        <ReceivedPanel last={last} counted={counted} rows={view.rows} />
        {dated && (
          <ExpiryField
            key={dated.sku_id}
            goods={dated}
            value={dates.get(dated.sku_id) ?? ''}
            onChange={(day) => setDates(new Map(dates).set(dated.sku_id, day))}
          />
        )}
        {all ? (
          <>
            <GoodsList counted={[...counted.values()]} />
            {remove}
          </>
        ) : (
          <ReceivedList
            entries={view.last}
            find={find}
            onTakeBack={({ op_id }) => count({ kind: 'void', voids: op_id })}
          />
        )}
      </div>
      {typing && (
        <ManualSheet
          typing={typing}
          grade={grade}
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
