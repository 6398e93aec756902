import { useMemo } from 'react';
import { useLocal } from '#src/engine/local-context.tsx';
import { useLive } from '../use-live.ts';
import type { ReceiveView } from './receive-view.ts';
import { type OpenBatch, type Receiving, receivingOf } from './receiving.ts';

/** Counting of goods that come in on this device; suspends while its databases open. */
export function useReceiving(): Receiving {
  return receivingOf(useLocal());
}

/** A batch as this device keeps it now, whoever changes it; `undefined` while it is read, null when it is not here. */
export function useOpenBatch(uid: number, batch: number): OpenBatch | null | undefined {
  const receiving = useReceiving();
  const kept = useLive(useMemo(() => receiving.kept(uid, batch), [receiving, uid, batch]));
  return kept?.open;
}

/** One person's work on one batch; null until it is read. */
export function useReceiveView(uid: number, batch: number): ReceiveView | null {
  const receiving = useReceiving();
  return useLive(useMemo(() => receiving.view({ uid, batch, lastMost }), [receiving, uid, batch]));
}

const lastMost = 60;
