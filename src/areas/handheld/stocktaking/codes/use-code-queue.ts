import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Live } from '#src/local/index.ts';
import { type RecorderNow, useRecorder } from '../../bench/use-recorder.ts';
import type { CountView } from '../count-view.ts';
import type { OpenSheet } from '../sheets.ts';
import { useStocktaking } from '../use-stocktaking.ts';
import { type Act, createCodeQueue, type Result } from './code-queue.ts';
import { toneOf } from './code-words.ts';
import type { Pieces } from './pieces.ts';

/** Reads codes in one zone of one sheet; the tone sounds when they are on the disk. */
export function useCodeQueue({
  open,
  pieces,
  uid,
  zone,
  live,
  asGoods = false,
}: {
  open: OpenSheet;
  pieces: Pieces;
  uid: number;
  zone: string;
  live: Live<CountView>;
  asGoods?: boolean;
}): RecorderNow<Act, Result> {
  const journal = useStocktaking();
  // A sheet that is downloaded anew in a round is read on by the same line: another one would not know what is lost.
  const latest = useRef({ open, pieces });
  useLayoutEffect(() => {
    latest.current = { open, pieces };
  }, [open, pieces]);
  return useRecorder<Act, Result>(
    useCallback(
      (told) =>
        createCodeQueue({
          journal,
          get open() {
            return latest.current.open;
          },
          get pieces() {
            return latest.current.pieces;
          },
          asGoods,
          uid,
          zone,
          view: live.get,
          ...told,
        }),
      [journal, asGoods, uid, zone, live],
    ),
    toneOf,
  );
}
