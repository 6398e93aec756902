import { Button } from 'antd-mobile';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { InboundSheet } from '#contract/areas/purchasing/inbound-entry.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { EntryList } from '../bench/entry-list.tsx';
import { PiecesBench } from '../bench/pieces-bench.tsx';
import { ResultPanel } from '../bench/result-panel.tsx';
import { canTakeBack, type PiecesView } from '../bench/view.ts';
import { GoOn } from '../go-on-later.tsx';
import styles from '../handheld.module.css';
import { useAskBefore } from '../stocktaking/use-ask-before.ts';
import { isHandedIn } from './done.ts';
import type { InboundPayload } from './entry.ts';
import { ExpiryField } from './expiry-field.tsx';
import { countedOf } from './receive-view.ts';
import { saidOf } from './received-words.ts';
import type { ReceiveAction } from './receiver.ts';
import type { OpenBatch } from './receiving.ts';
import { summary } from './summary.ts';
import { useReceiver } from './use-receiver.ts';
import { useReceiving } from './use-receiving.ts';

// Looked at now and then, while the first scan waits for the screen.
const ExpectedList = lazy(async () => ({ default: (await import('../bench/expected-list.tsx')).ExpectedList }));

// Beside it.
const ReceiveEnd = lazy(async () => ({ default: (await import('./receive-end.tsx')).ReceiveEnd }));

// Beside it.
const RegradeRow = lazy(async () => ({
  default: (await import('../bench/regrade-row.tsx')).RegradeRow<InboundPayload, InboundSheet>,
}));

// Read when there are pieces with tags in a batch.
const ReaderStrip = lazy(async () => ({ default: (await import('../reader/reader-strip.tsx')).ReaderStrip }));

/** The counting screen once everything it needs has been read. */
export function ReceiveBench({
  open,
  uid,
  view,
  online,
  trouble,
  onBack,
  remove,
}: {
  open: OpenBatch;
  uid: number;
  view: PiecesView<InboundPayload>;
  online: boolean;
  trouble: string;
  onBack(): void;
  remove: ReactNode;
}) {
  const { outbox } = useLocal();
  const receiving = useReceiving();
  const { sheet, find } = open;
  const recorder = useReceiver(open, { uid, rows: view.rows });
  const { last } = recorder;
  const [grade, setGrade] = useState(0);
  const [all, setAll] = useState(false);
  // A date is of its goods: what was said of one must not land on another.
  const [dates, setDates] = useState<ReadonlyMap<number, string>>(new Map());
  const counted = useMemo(() => countedOf(sheet, view.rows), [sheet, view.rows]);

  const handedIn = isHandedIn(sheet, view.rows);
  const { guarded, waiting, answer } = useAskBefore(handedIn);
  const count = (action: ReceiveAction) => {
    // Now, before it waits for an answer or for what is before it.
    const act = { ...action, made: outbox.stamp() };
    guarded(() => recorder.act(act));
  };
  const pieces = (code: string, qty: number): ReceiveAction => {
    const goods = find(code.trim());
    return { kind: 'add', code, qty, grade, expire: (goods && dates.get(goods.sku_id)) ?? null };
  };
  const unread = (code: string) => {
    const act = { ...pieces(code, 1), made: outbox.stamp() };
    recorder.say({ word: 'unread', code, goods: null, grade: 0, qty: 0, expire: null, act });
  };
  const dated = sheet.goods.find(({ sku_id, dated }) => dated && sku_id === last?.goods?.sku_id);
  return (
    <PiecesBench
      uid={uid}
      title={sheet.supplier_name}
      mark={handedIn ? `${sheet.batch_no} · 已交回` : sheet.batch_no}
      open={open}
      recorder={recorder}
      grades={{ value: grade, onChange: setGrade, label: '扫描品级' }}
      trouble={trouble}
      onBack={onBack}
      onCode={(code, qty) => count(pieces(code, qty))}
      onPart={unread}
      strip={
        sheet.goods.some((goods) => goods.pieces?.length) && (
          <Suspense>
            <ReaderStrip uid={uid} goods={sheet.goods} />
          </Suspense>
        )
      }
      extra={
        <button type="button" className={styles.end} onClick={() => setAll(!all)}>
          {all ? '看记录' : '看应收'}
        </button>
      }
      actions={(type) => (
        <div className={styles.twoActions}>
          <Button size="large" disabled={!view.last.some(canTakeBack)} onClick={() => count({ kind: 'void' })}>
            撤销上一次
          </Button>
          <Button size="large" color="primary" onClick={type}>
            输入条码 / 数量
          </Button>
        </div>
      )}
    >
      {(type) => (
        <>
          <ResultPanel said={saidOf(last, { counted, rows: view.rows })} ready="扫一次计一件，听到提示音才算数" />
          <Suspense>
            <RegradeRow uid={uid} open={open} work={receiving} view={view} onRegrade={count} />
          </Suspense>
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
              <Suspense>
                <ExpectedList
                  words={['应收', '已点']}
                  onType={type}
                  rows={[...counted.values()].map(({ goods, qty, damaged }) => ({
                    key: goods.sku_id,
                    goods,
                    plan: goods.plan_qty,
                    qty,
                    more: damaged > 0 ? `残次 ${damaged}` : undefined,
                  }))}
                />
                <ReceiveEnd
                  counted={[...counted.values()]}
                  handedIn={handedIn}
                  unsent={view.rows.filter(({ state }) => state === 'saved').length}
                  online={online}
                  stopped={view.stopped?.msg ?? ''}
                  onDone={() => recorder.act({ kind: 'done', made: outbox.stamp() })}
                />
              </Suspense>
              {remove}
            </>
          ) : (
            <EntryList
              entries={view.last}
              none="本批还没有记录"
              find={find}
              summary={summary}
              onTakeBack={({ op_id }) => count({ kind: 'void', voids: op_id })}
            />
          )}
          <GoOn name="本批" of="本批" counts="清点" waiting={waiting} onAnswer={answer} />
        </>
      )}
    </PiecesBench>
  );
}
