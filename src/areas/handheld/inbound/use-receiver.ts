import { useCallback, useLayoutEffect, useRef } from 'react';
import type { Tone } from '#src/platform/sound.ts';
import { notShown } from '../bench/not-shown.ts';
import { createRecorder } from '../bench/recorder.ts';
import { type RecorderNow, useRecorder } from '../bench/use-recorder.ts';
import type { InboundOperation, InboundPayload } from './entry.ts';
import { planReceived, type Result, receivedAs, type StampedReceiveAction } from './receiver.ts';
import type { OpenBatch } from './receiving.ts';
import { useReceiving } from './use-receiving.ts';

/** Counts one batch: acts go to the journal in order; the tone sounds when they are on the disk. */
export function useReceiver(
  open: OpenBatch,
  { uid, rows }: { uid: number; rows: readonly InboundOperation[] },
): RecorderNow<StampedReceiveAction, Result> {
  const receiving = useReceiving();
  // A batch that is downloaded anew is counted on by the same receiver: another one would not know what is lost.
  const latest = useRef({ open, rows });
  // Kept since the screen was drawn: a piece that is read twice in one breath is known the second time.
  const fresh = useRef<readonly InboundOperation[]>([]);
  useLayoutEffect(() => {
    fresh.current = notShown(rows, fresh.current);
    latest.current = { open, rows: [...rows, ...fresh.current] };
  }, [open, rows]);
  return useRecorder<StampedReceiveAction, Result>(
    useCallback(
      (told) =>
        createRecorder<StampedReceiveAction, InboundPayload, Result>({
          plan: (act) => planReceived({ receiving, uid, ...latest.current }, act),
          kept: (result, operation) => {
            fresh.current = [...fresh.current, operation];
            latest.current = { ...latest.current, rows: [...latest.current.rows, operation] };
            return receivedAs(latest.current, result, operation);
          },
          ...told,
        }),
      [receiving, uid],
    ),
    toneOf,
  );
}

const toneOf = ({ word }: Result): Tone => tones[word];

const tones: Readonly<Record<Result['word'], Tone>> = {
  counted: 'new',
  done: 'new',
  taken_back: 'duplicate',
  nothing: 'unknown',
  unknown: 'unknown',
  undated: 'not_saved',
  again: 'duplicate',
  unread: 'not_saved',
  not_saved: 'not_saved',
};
