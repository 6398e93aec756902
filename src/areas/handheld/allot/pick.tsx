import { lazy, Suspense, useState } from 'react';
import { ChoiceRow } from '#src/kit/hand/choice-row.tsx';
import styles from '../handheld.module.css';
import { AllotBench } from './allot-bench.tsx';
import { type AllotBenchProps, AllotScreen } from './allot-screen.tsx';
import { cartonsOf } from './figures.ts';

// Read when what is to be picked is looked at, from what the worker keeps on the device.
const PickFinish = lazy(async () => ({ default: (await import('./pick-finish.tsx')).PickFinish }));

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
      finish={({ act, counted }) => (
        <Suspense>
          <PickFinish {...props} act={act} counted={counted} filled={filled} />
        </Suspense>
      )}
    />
  );
}
