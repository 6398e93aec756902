import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Call } from '#contract/kit/call.ts';
import { failureOf, read, wordsOf } from '#src/engine/failure.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { useWire } from '#src/engine/wire-context.tsx';
import { askToPersist } from '#src/platform/device.ts';
import { storageTrouble } from '../not-saved.ts';
import { useLive } from '../use-live.ts';
import { useOnline } from '../use-online.ts';
import type { Pieces } from './pieces.ts';
import type { PiecesWork, Sheet } from './work.ts';

/** A document for its screen: as it is kept here, and brought up to date for as long as there is a network. */
export function useSheet<P extends Pieces, D extends Sheet>(
  work: PiecesWork<P, D>,
  { uid, id, kind, call }: { uid: number; id: number; kind: string; call: Call<{ id: number; device_id: string }, D> },
) {
  const { deviceId } = useLocal();
  const wire = useWire();
  const online = useOnline();
  const kept = useLive(useMemo(() => work.kept(uid, id), [work, uid, id]));
  const view = useLive(useMemo(() => work.view({ uid, document: id, lastMost }), [work, uid, id]));
  const asked = useQuery({
    queryKey: ['hand', kind, uid, id],
    queryFn: async ({ signal }) => {
      const device_id = await deviceId();
      const before = Date.now();
      const sheet = await read(wire, call, { input: { id, device_id }, signal });
      const trouble = await work.save(uid, sheet, { before, after: Date.now() }).then(() => '', storageTrouble);
      // The browser may ask the person about it, or refuse: the document is kept either way.
      void askToPersist().catch(reportError);
      return { trouble };
    },
    enabled: online,
    networkMode: 'always',
    refetchOnMount: 'always',
    refetchInterval: anew,
  });
  const failure = online ? failureOf(asked) : null;
  const open = kept?.open;
  return {
    open,
    /** One person's work on it; null until it is read. */
    view,
    online,
    loading: open === undefined || (open === null && online && asked.isFetching),
    /** What keeps it from being up to date; empty when nothing does. */
    trouble: failure ? wordsOf(failure) : (asked.data?.trouble ?? ''),
    again: () => void asked.refetch(),
  };
}

const lastMost = 60;
/** Milliseconds after which the figures of the others are asked for again. */
const anew = 30_000;
