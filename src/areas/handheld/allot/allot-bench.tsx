import { Button } from 'antd-mobile';
import { lazy, type ReactNode, Suspense, useMemo, useState } from 'react';
import type { AllotEnd } from '#contract/areas/allocation/allot-entry.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { EntryList } from '../bench/entry-list.tsx';
import { PiecesBench } from '../bench/pieces-bench.tsx';
import { ResultPanel } from '../bench/result-panel.tsx';
import { canTakeBack } from '../bench/view.ts';
import styles from '../handheld.module.css';
import type { AllotBenchProps } from './allot-screen.tsx';
import { type Counted, countedOf } from './figures.ts';
import type { AllotAction } from './plan-action.ts';
import { saidOf } from './said.ts';
import { batchWords, endWords, summaryAt } from './summary.ts';
import { useAllotRecorder } from './use-allot-recorder.ts';

// Looked at now and then, while the first scan waits for the screen.
const ExpectedList = lazy(async () => ({ default: (await import('../bench/expected-list.tsx')).ExpectedList }));

// Read when there are pieces with tags in an allot.
const ReaderStrip = lazy(async () => ({ default: (await import('../reader/reader-strip.tsx')).ReaderStrip }));

interface BenchProps extends AllotBenchProps {
  end: AllotEnd;
  /** What pieces that are scanned now go into. */
  carton?: number;
  /** The number of the carton that a code is; null where it is none. */
  cartonNo?(code: string): string | null;
  grades: boolean;
  gradesLabel: string;
  strip?: ReactNode;
  /** What of the last scan may be changed, under what is said of it. */
  change?(act: (action: AllotAction) => void): ReactNode;
  /** What stands on the page of what is expected, below it; `act` does something, `counted` is how it stands. */
  finish(parts: { act(action: AllotAction): void; counted: readonly Counted[] }): ReactNode;
}

/** Scanning at one end of an allot: the last action, the latest entries, and on the other page what is expected and the steps to end with. */
export function AllotBench({
  end,
  open,
  uid,
  view,
  trouble,
  onBack,
  remove,
  carton,
  cartonNo = () => null,
  grades,
  gradesLabel,
  strip,
  change,
  finish,
}: BenchProps) {
  const { outbox } = useLocal();
  const { sheet, find } = open;
  const { rows } = view;
  const recorder = useAllotRecorder(end, { open, rows, uid });
  const { last } = recorder;
  const [grade, setGrade] = useState(0);
  const [all, setAll] = useState(false);
  const counted = useMemo(() => countedOf(sheet, { end, rows }), [sheet, end, rows]);
  const act = (action: AllotAction) => recorder.act({ ...action, made: outbox.stamp() });
  const pieces = (code: string, qty: number): AllotAction => ({
    kind: 'add',
    code,
    qty,
    grade,
    carton: carton ?? null,
  });
  const onCode = (code: string, qty: number) => {
    const number = cartonNo(code.trim());
    act(number === null ? pieces(code, qty) : { kind: 'step', step: 'accept', code: number });
  };
  const words = endWords[end];
  const others = sheet.others.map(({ counter_name, unsent }) => `${counter_name} 的平板还有 ${unsent} 条未发送`);
  return (
    <PiecesBench
      uid={uid}
      title={sheet.other_name}
      mark={sheet.allot_no}
      open={open}
      recorder={recorder}
      grades={grades ? { value: grade, onChange: setGrade, label: gradesLabel } : undefined}
      trouble={[trouble, ...others].filter(Boolean).join('；')}
      onBack={onBack}
      onCode={onCode}
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
      isWhole={(code) => cartonNo(code) !== null}
      strip={
        <>
          {sheet.goods.some((goods) => goods.pieces?.length) && (
            <Suspense>
              <ReaderStrip uid={uid} goods={sheet.goods} />
            </Suspense>
          )}
          {strip}
        </>
      }
      extra={
        <button type="button" className={styles.end} onClick={() => setAll(!all)}>
          {all ? '看记录' : `看${words.plan}`}
        </button>
      }
      actions={(type) => (
        <div className={styles.twoActions}>
          <Button size="large" disabled={!view.last.some(canTakeBack)} onClick={() => act({ kind: 'void' })}>
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
          <ResultPanel said={saidOf(last, { end, counted, rows })} ready="扫一次计一件，听到提示音才算数" />
          {change?.(act)}
          {all ? (
            <>
              <Suspense>
                <ExpectedList
                  words={[words.plan, words.counted]}
                  onType={type}
                  rows={[...counted.values()].map(({ goods, qty, damaged }) => ({
                    key: goods.line_id,
                    goods,
                    plan: goods.plan_qty,
                    qty,
                    more: [batchWords(goods), damaged > 0 && `残次 ${damaged}`].filter(Boolean).join(' · '),
                  }))}
                />
              </Suspense>
              {finish({ act, counted: [...counted.values()] })}
              {remove}
            </>
          ) : (
            <EntryList
              entries={view.last}
              none="本单还没有记录"
              find={find}
              summary={summaryAt(end)}
              onTakeBack={({ op_id }) => act({ kind: 'void', voids: op_id })}
            />
          )}
        </>
      )}
    </PiecesBench>
  );
}
