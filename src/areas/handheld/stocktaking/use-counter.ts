import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Live } from '#src/local/index.ts';
import { sound, type Tone } from '#src/platform/sound.ts';
import type { CountView } from './count-view.ts';
import { createCounter, type Result, type StampedCountAction } from './counter.ts';
import type { OpenSheet } from './sheets.ts';
import { useStocktaking } from './use-stocktaking.ts';

/** The last result on the screen, and what could not be kept and must not be missed. */
export interface Counting {
  last: (Result & { number: number }) | null;
  /** Entries that are NOT on the disk, oldest first; the line stands, and what comes stands behind them, until somebody has seen them. */
  lost: readonly Result[];
  act(act: StampedCountAction): Promise<Result>;
  /** Says that a code was read in part only: it is not counted. */
  unread(act: StampedCountAction, code: string): void;
  /** Tries what was not kept once more, in its order. */
  tryLost(): void;
  /** Somebody has read that they are not kept. */
  dropLost(): void;
}

/** Counts in one zone of one sheet: acts go to the journal in order; the tone sounds when they are on the disk. */
export function useCounter({
  open,
  uid,
  zone,
  live,
}: {
  open: OpenSheet;
  uid: number;
  zone: string;
  live: Live<CountView>;
}): Counting {
  const journal = useStocktaking();
  const [last, setLast] = useState<Counting['last']>(null);
  const [lost, setLost] = useState<readonly Result[]>([]);
  // A sheet that is downloaded anew in a round is counted on by the same counter: another one would not know what is lost.
  const latest = useRef(open);
  useLayoutEffect(() => {
    latest.current = open;
  }, [open]);
  const tell = useCallback((result: Result) => {
    sound(tones[result.word]);
    setLast((before) => ({ ...result, number: (before?.number ?? 0) + 1 }));
  }, []);
  const counter = useMemo(() => {
    return createCounter({
      journal,
      get open() {
        return latest.current;
      },
      uid,
      zone,
      view: live.get,
      report: reportError,
      tell,
      stop: setLost,
    });
  }, [journal, uid, zone, live, tell]);
  useEffect(() => {
    setLast(null);
    setLost([]);
  }, [counter]);
  return {
    last,
    lost,
    act: counter.act,
    unread: (act, code) => tell({ word: 'unread', code, goods: null, grade: 0, qty: 0, key: '', asked: true, act }),
    tryLost: () => void counter.again().catch(reportError),
    dropLost: () => void counter.drop(lost).catch(reportError),
  };
}

const tones: Readonly<Record<Result['word'], Tone>> = {
  first: 'new',
  more: 'duplicate',
  total: 'duplicate',
  taken_back: 'duplicate',
  nothing: 'unknown',
  unknown: 'unknown',
  unread: 'not_saved',
  not_saved: 'not_saved',
};
