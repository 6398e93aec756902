import { useCallback, useLayoutEffect, useRef } from 'react';
import { notShown } from '../bench/not-shown.ts';
import { createRecorder } from '../bench/recorder.ts';
import { type RecorderNow, useRecorder } from '../bench/use-recorder.ts';
import type { OpenOutSheet, OutOperation, OutPayload } from './entry.ts';
import { actionKept, planAction, type Result, type StampedOutAction } from './plan-action.ts';
import { toneOf } from './said.ts';
import { useOutWork } from './work.ts';

interface Shown {
  open: OpenOutSheet;
  rows: readonly OutOperation[];
}

/** Records what is done with one delivery; the tone sounds when it is on the disk. */
export function useOutRecorder({ open, rows, uid }: Shown & { uid: number }): RecorderNow<StampedOutAction, Result> {
  const work = useOutWork();
  // A sheet that is downloaded anew is worked on by the same recorder: another one would not know what is lost.
  const latest = useRef<Shown>({ open, rows });
  // Kept since the screen was drawn: a piece that is read twice in one breath is known the second time.
  const fresh = useRef<readonly OutOperation[]>([]);
  useLayoutEffect(() => {
    fresh.current = notShown(rows, fresh.current);
    latest.current = { open, rows: [...rows, ...fresh.current] };
  }, [open, rows]);
  return useRecorder<StampedOutAction, Result>(
    useCallback(
      (told) =>
        createRecorder<StampedOutAction, OutPayload, Result>({
          plan: (act) => planAction({ work, uid, ...latest.current }, act),
          kept: (result, operation) => {
            fresh.current = [...fresh.current, operation];
            latest.current = { ...latest.current, rows: [...latest.current.rows, operation] };
            return actionKept(latest.current, result, operation);
          },
          ...told,
        }),
      [work, uid],
    ),
    toneOf,
  );
}
