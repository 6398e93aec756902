import { useCallback, useLayoutEffect, useRef } from 'react';
import type { AllotEnd } from '#contract/areas/allocation/allot-entry.ts';
import { notShown } from '../bench/not-shown.ts';
import { createRecorder } from '../bench/recorder.ts';
import { type RecorderNow, useRecorder } from '../bench/use-recorder.ts';
import type { AllotOperation, AllotPayload, OpenAllotSheet } from './entry.ts';
import { actionKept, planAction, type Result, type StampedAllotAction } from './plan-action.ts';
import { toneOf } from './said.ts';
import { useAllotWork } from './use-allot-work.ts';

/** Records what is done at one end of an allot; the tone sounds when it is on the disk. */
export function useAllotRecorder(
  end: AllotEnd,
  { open, rows, uid }: { open: OpenAllotSheet; rows: readonly AllotOperation[]; uid: number },
): RecorderNow<StampedAllotAction, Result> {
  const work = useAllotWork(end);
  // A sheet that is downloaded anew is worked on by the same recorder: another one would not know what is lost.
  const latest = useRef({ open, rows });
  // Kept since the screen was drawn: a piece that is read twice in one breath is known the second time.
  const fresh = useRef<readonly AllotOperation[]>([]);
  useLayoutEffect(() => {
    fresh.current = notShown(rows, fresh.current);
    latest.current = { open, rows: [...rows, ...fresh.current] };
  }, [open, rows]);
  return useRecorder<StampedAllotAction, Result>(
    useCallback(
      (told) =>
        createRecorder<StampedAllotAction, AllotPayload, Result>({
          plan: (act) => planAction({ work, end, uid, ...latest.current }, act),
          kept: (result, operation) => {
            fresh.current = [...fresh.current, operation];
            latest.current = { ...latest.current, rows: [...latest.current.rows, operation] };
            return actionKept(latest.current, result, operation);
          },
          ...told,
        }),
      [work, end, uid],
    ),
    toneOf,
  );
}
