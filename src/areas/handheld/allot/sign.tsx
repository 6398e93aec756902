import { lazy, Suspense } from 'react';
import type { AllotCartonOnSheet, AllotSheet } from '#contract/areas/allocation/allot-entry.ts';
import { AllotBench } from './allot-bench.tsx';
import { type AllotBenchProps, AllotScreen } from './allot-screen.tsx';
import type { AllotPayload } from './entry.ts';
import { useAllotWork } from './use-allot-work.ts';

// Read when what is to come is looked at, from what the worker keeps on the device.
const SignFinish = lazy(async () => ({ default: (await import('./sign-finish.tsx')).SignFinish }));

// Beside it.
const RegradeRow = lazy(async () => ({
  default: (await import('../bench/regrade-row.tsx')).RegradeRow<AllotPayload, AllotSheet>,
}));

/** Takes cartons in, counts what is in them, and signs for it. */
export function Screen() {
  return <AllotScreen end="into" bench={(props) => <SignBench key={props.open.sheet.id} {...props} />} />;
}

function SignBench(props: AllotBenchProps) {
  const { open, uid, view } = props;
  const { cartons } = open.sheet;
  const work = useAllotWork('into');
  return (
    <AllotBench
      {...props}
      end="into"
      cartonNo={(code) => cartonNo(code, cartons)}
      grades
      gradesLabel="残次品级"
      change={(act) => (
        <Suspense>
          <RegradeRow uid={uid} open={open} work={work} view={view} onRegrade={act} />
        </Suspense>
      )}
      finish={({ act, counted }) => (
        <Suspense>
          <SignFinish {...props} act={act} counted={counted} />
        </Suspense>
      )}
    />
  );
}

/** Another allot's carton is one as well: it is said to be none of this one's, not counted as goods. A gun may type letters in another case. */
function cartonNo(code: string, cartons: readonly AllotCartonOnSheet[]): string | null {
  const number = code.toUpperCase();
  const isOne = /^DX\d{6,}$/.test(number) || cartons.some(({ carton_no }) => carton_no === number);
  return isOne ? number : null;
}
