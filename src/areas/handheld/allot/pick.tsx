import { Button } from 'antd-mobile';
import { lazy, Suspense, useState } from 'react';
import type { AllotCartonOnSheet } from '#contract/areas/allocation/allot-entry.ts';
import { outState } from '#contract/areas/allocation/allot-words.ts';
import { Card, CardRow } from '#src/kit/hand/card.tsx';
import { ChoiceRow } from '#src/kit/hand/choice-row.tsx';
import { StatusTag } from '#src/kit/hand/status-tag.tsx';
import { ask } from '#src/kit/notice.ts';
import styles from '../handheld.module.css';
import { AllotBench } from './allot-bench.tsx';
import { type AllotBenchProps, AllotScreen } from './allot-screen.tsx';
import { type Counted, cartonsOf, stepOf } from './figures.ts';
import type { Deed } from './plan-deed.ts';

// Read when the goods are picked, from what the worker keeps on the device.
const SendSheet = lazy(async () => ({ default: (await import('./send-sheet.tsx')).SendSheet }));

/** Picks an allot into cartons, and sends it. */
export function Screen() {
  return <AllotScreen end="out" bench={(props) => <PickBench key={props.open.sheet.id} {...props} />} />;
}

function PickBench(props: AllotBenchProps) {
  const { open, view } = props;
  const filled = cartonsOf(view.rows);
  const newest = view.rows.findLast(({ payload }) => payload.kind === 'add')?.payload.carton ?? 1;
  // Until one is chosen, it goes on where it was left, also after the page was killed.
  const [chosen, setChosen] = useState<number | null>(null);
  const carton = chosen ?? newest;
  const known = [...new Set([...filled.keys(), carton])].toSorted((one, other) => one - other);
  const next = Math.max(...known) + 1;
  const graded = open.sheet.goods.some(({ imperfect_type }) => imperfect_type !== 0);
  return (
    <AllotBench
      {...props}
      end="out"
      carton={carton}
      grades={graded}
      gradesLabel="拣货品级"
      strip={
        <section className={styles.grades} aria-label="当前箱">
          <ChoiceRow<number>
            label="箱"
            choices={[
              ...known.slice(-3).map((value) => ({ value, label: `箱${value}·${filled.get(value) ?? 0}` })),
              { value: next, label: '新开箱' },
            ]}
            value={carton}
            onChange={setChosen}
          />
        </section>
      }
      finish={({ act, counted }) => <Finish {...props} act={act} counted={counted} filled={filled} />}
    />
  );
}

interface FinishProps extends AllotBenchProps {
  act(deed: Deed): void;
  counted: readonly Counted[];
  filled: ReadonlyMap<number, number>;
}

/** The cartons, and the two steps that end the work here. */
function Finish({ open: { sheet }, view, act, counted, filled }: FinishProps) {
  const [sending, setSending] = useState(false);
  const packed = sheet.out_status === outState.packed;
  const sent = stepOf(view.rows, 'send') !== undefined;
  const picked = counted.reduce((sum, { qty }) => sum + qty, 0);
  const missing = counted.reduce((sum, { qty, goods }) => sum + Math.max(0, goods.plan_qty - qty), 0);
  const pack = async () => {
    const words = missing > 0 ? `还有 ${missing} 件没有拣。` : '';
    const sure = await ask(`${words}装箱完成后生成箱号；再扫描会拆开已装的箱。`, {
      title: '装箱完成',
      confirm: '装箱完成',
      cancel: '继续拣货',
    });
    if (sure) act({ kind: 'step', step: 'pack' });
  };
  return (
    <>
      <Card title="箱" mark={packed ? <StatusTag tone="done">已装箱</StatusTag> : null}>
        {packed
          ? sheet.cartons.map((one) => <CardRow key={one.carton_no} title={one.carton_no} text={packedWords(one)} />)
          : [...filled].map(([carton, qty]) => <CardRow key={carton} title={`第 ${carton} 箱`} text={`${qty} 件`} />)}
      </Card>
      <div className={styles.twoActions}>
        <Button size="large" disabled={picked === 0 || sent} onClick={() => void pack().catch(reportError)}>
          装箱完成
        </Button>
        <Button size="large" color="primary" disabled={picked === 0 || sent} onClick={() => setSending(true)}>
          发货
        </Button>
      </div>
      {sending && (
        <Suspense>
          <SendSheet
            carriers={sheet.carriers}
            missing={missing}
            others={sheet.others}
            onClose={() => setSending(false)}
            onSend={(how) => {
              setSending(false);
              act({ kind: 'step', step: 'send', ...how });
            }}
          />
        </Suspense>
      )}
    </>
  );
}

const packedWords = ({ carton_place: place, qty, carton }: AllotCartonOnSheet) =>
  [`第 ${place} 箱`, `${qty} 件`, carton !== null && `本机的箱${carton}`].filter(Boolean).join(' · ');
