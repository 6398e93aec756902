import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { sound, type Tone } from '#src/platform/sound.ts';
import { type Act, createReceiver, type Result } from './receiver.ts';
import type { OpenBatch } from './receiving.ts';
import { useReceiving } from './use-receiving.ts';

/** The last result on the screen, and what could not be kept and must not be missed. */
export interface ReceivingNow {
  last: (Result & { number: number }) | null;
  /** Entries that are NOT on the disk, oldest first; the line stands until somebody has seen them. */
  lost: readonly Result[];
  act(act: Act): void;
  /** Says that a code was read in part only: it is not counted. */
  unread(act: Act, code: string): void;
  tryLost(): void;
  dropLost(): void;
}

/** Counts one batch: acts go to the journal in order; the tone sounds when they are on the disk. */
export function useReceiver(open: OpenBatch, uid: number): ReceivingNow {
  const receiving = useReceiving();
  const [last, setLast] = useState<ReceivingNow['last']>(null);
  const [lost, setLost] = useState<readonly Result[]>([]);
  // A batch that is downloaded anew is counted on by the same receiver: another one would not know what is lost.
  const latest = useRef(open);
  useLayoutEffect(() => {
    latest.current = open;
  }, [open]);
  const tell = useCallback((result: Result) => {
    sound(tones[result.word]);
    setLast((before) => ({ ...result, number: (before?.number ?? 0) + 1 }));
  }, []);
  const receiver = useMemo(
    () =>
      createReceiver({
        receiving,
        get open() {
          return latest.current;
        },
        uid,
        tell,
        stop: setLost,
        report: reportError,
      }),
    [receiving, uid, tell],
  );
  useEffect(() => {
    setLast(null);
    setLost([]);
  }, [receiver]);
  return {
    last,
    lost,
    act: (act) => void receiver.act(act).catch(reportError),
    unread: (act, code) => tell({ word: 'unread', code, goods: null, grade: 0, qty: 0, expire: null, act }),
    tryLost: () => void receiver.again().catch(reportError),
    dropLost: () => void receiver.drop(lost).catch(reportError),
  };
}

const tones: Readonly<Record<Result['word'], Tone>> = {
  counted: 'new',
  taken_back: 'duplicate',
  nothing: 'unknown',
  unknown: 'unknown',
  undated: 'not_saved',
  unread: 'not_saved',
  not_saved: 'not_saved',
};
