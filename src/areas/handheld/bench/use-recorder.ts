import { useCallback, useEffect, useMemo, useState } from 'react';
import { sound, type Tone } from '#src/platform/sound.ts';
import type { ActionQueue } from '../action-queue.ts';
import type { Recorded } from './recorder.ts';

/** The last result on the screen, and what could not be kept and must not be missed. */
export interface RecorderNow<Act, R> {
  last: (R & { number: number }) | null;
  /** Entries that are NOT on the disk, oldest first; the line stands until somebody has seen them. */
  lost: readonly R[];
  act(act: Act): void;
  /** Says something that is not kept. */
  say(result: R): void;
  tryLost(): void;
  dropLost(): void;
}

/** Records what is done with one document: acts go to the journal in order; the tone sounds when they are on the disk. Both functions keep their identity. */
export function useRecorder<Act, R extends Recorded<Act>>(
  make: (told: {
    tell(result: R): void;
    stop(line: readonly R[]): void;
    report(problem: unknown): void;
  }) => ActionQueue<Act, R>,
  toneOf: (result: R) => Tone,
): RecorderNow<Act, R> {
  const [last, setLast] = useState<RecorderNow<Act, R>['last']>(null);
  const [lost, setLost] = useState<readonly R[]>([]);
  const tell = useCallback(
    (result: R) => {
      sound(toneOf(result));
      setLast((before) => ({ ...result, number: (before?.number ?? 0) + 1 }));
    },
    [toneOf],
  );
  const recorder = useMemo(() => make({ tell, stop: setLost, report: reportError }), [make, tell]);
  useEffect(() => {
    setLast(null);
    setLost([]);
  }, [recorder]);
  return {
    last,
    lost,
    act: (act) => void recorder.act(act).catch(reportError),
    say: tell,
    tryLost: () => void recorder.again().catch(reportError),
    dropLost: () => void recorder.drop(lost).catch(reportError),
  };
}
