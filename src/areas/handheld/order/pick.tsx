import { Button } from 'antd-mobile';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { outEntryCalls } from '#contract/areas/orders/out-entry.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { Face } from '#src/kit/hand/faces.tsx';
import { EntryList } from '../bench/entry-list.tsx';
import { PiecesBench } from '../bench/pieces-bench.tsx';
import { ResultPanel } from '../bench/result-panel.tsx';
import { useSheet } from '../bench/use-sheet.ts';
import { canTakeBack, type PiecesView } from '../bench/view.ts';
import { WorkPage } from '../bench/work-page.tsx';
import styles from '../handheld.module.css';
import { usePerson } from '../use-person.ts';
import type { OpenOutSheet, OutPayload } from './entry.ts';
import { isClosed, type OutAction, pickedOf, stepOf } from './plan-action.ts';
import { saidOf } from './said.ts';
import { summary, title } from './summary.ts';
import { useOutRecorder } from './use-out-recorder.ts';
import { useOutWork } from './work.ts';

// Looked at now and then, while the first scan waits for the screen.
const Finish = lazy(async () => ({ default: (await import('./finish.tsx')).Finish }));

// Read when there are pieces with tags in an order.
const ReaderStrip = lazy(async () => ({ default: (await import('../reader/reader-strip.tsx')).ReaderStrip }));

/** Picks a delivery of an order, and ships it. Opens without the network, from what was downloaded. */
export function Screen() {
  const id = Number(useParams()['id']);
  const { uid } = usePerson();
  const work = useOutWork();
  const sheet = useSheet(work, { uid, id, kind: 'order-out', call: outEntryCalls.sheet });
  const { open, view, trouble } = sheet;
  return (
    <WorkPage
      uid={uid}
      title={title}
      what="订单出库单"
      sheet={{ ...sheet, ready: Boolean(open && view), loading: sheet.loading || Boolean(open) }}
      remove={() => work.remove(uid, id)}
    >
      {({ back, remove }) => open && view && <Bench key={id} {...{ open, uid, view, trouble, remove }} onBack={back} />}
    </WorkPage>
  );
}

interface BenchProps {
  open: OpenOutSheet;
  uid: number;
  view: PiecesView<OutPayload>;
  trouble: string;
  onBack(): void;
  remove: ReactNode;
}

function Bench({ open, uid, view, trouble, onBack, remove }: BenchProps) {
  const { outbox } = useLocal();
  const { sheet, find } = open;
  const { rows } = view;
  const recorder = useOutRecorder({ open, rows, uid });
  const { last } = recorder;
  const [grade, setGrade] = useState(0);
  const [all, setAll] = useState(false);
  const picked = useMemo(() => pickedOf(sheet, rows), [sheet, rows]);
  const closed = isClosed(sheet, rows);
  const act = (action: OutAction) => recorder.act({ ...action, made: outbox.stamp() });
  const pieces = (code: string, qty: number) => ({ kind: 'add', code, qty, grade }) as const;
  const others = sheet.others.map(({ counter_name, unsent }) => `${counter_name} 的平板还有 ${unsent} 条未发送`);
  const graded = sheet.goods.some(({ imperfect_type }) => imperfect_type !== 0);
  return (
    <PiecesBench
      uid={uid}
      title={sheet.order_no}
      mark={[sheet.shop_name, sheet.out_no].filter(Boolean).join(' · ')}
      open={open}
      recorder={recorder}
      grades={graded ? { value: grade, onChange: setGrade, label: '拣货品级' } : undefined}
      trouble={[trouble, ...others].filter(Boolean).join('；')}
      onBack={onBack}
      onCode={(code, qty) => act(pieces(code, qty))}
      onPart={(code) =>
        recorder.say({
          word: 'unread',
          code,
          goods: null,
          grade: 0,
          qty: 0,
          line: null,
          act: { ...pieces(code, 1), made: outbox.stamp() },
        })
      }
      strip={
        sheet.goods.some((goods) => goods.pieces?.length) && (
          <Suspense>
            <ReaderStrip uid={uid} goods={sheet.goods} />
          </Suspense>
        )
      }
      extra={
        <button type="button" className={styles.end} onClick={() => setAll(!all)}>
          {all ? '看记录' : '看应拣'}
        </button>
      }
      actions={(type) => (
        <div className={styles.twoActions}>
          <Button size="large" disabled={closed || !view.last.some(canTakeBack)} onClick={() => act({ kind: 'void' })}>
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
          {closed && !last ? (
            <Face title={stepOf(rows, 'send') ? '已办理发货' : '已拣货完成'} text="再扫的货品不计入此单" />
          ) : (
            <ResultPanel said={saidOf(last, { picked, rows })} ready="扫一次计一件，听到提示音才算数" />
          )}
          {all ? (
            <Suspense>
              <Finish sheet={sheet} rows={rows} picked={[...picked.values()]} act={act} onType={type} />
              {remove}
            </Suspense>
          ) : (
            <EntryList
              entries={view.last}
              none="本单还没有记录"
              find={find}
              summary={summary}
              onTakeBack={({ op_id }) => act({ kind: 'void', voids: op_id })}
            />
          )}
        </>
      )}
    </PiecesBench>
  );
}
