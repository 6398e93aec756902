import { useQuery } from '@tanstack/react-query';
import { inboundSheetCall } from '#contract/areas/purchasing/inbound-entry.ts';
import { failureOf, read, wordsOf } from '#src/engine/failure.ts';
import { useLocal } from '#src/engine/local-context.tsx';
import { useWire } from '#src/engine/wire-context.tsx';
import { askToPersist } from '#src/platform/device.ts';
import { storageTrouble } from '../not-saved.ts';
import { useOnline } from '../use-online.ts';
import { type OpenBatch } from './receiving.ts';
import { useOpenBatch, useReceiving } from './use-receiving.ts';

/** A batch for its screen: as it is kept here, and brought up to date for as long as there is a network. */
export function useBatch(uid: number, batch: number) {
  const receiving = useReceiving();
  const { deviceId } = useLocal();
  const wire = useWire();
  const online = useOnline();
  const open: OpenBatch | null | undefined = useOpenBatch(uid, batch);
  const asked = useQuery({
    queryKey: ['hand', 'inbound', uid, batch],
    queryFn: async ({ signal }) => {
      const device_id = await deviceId();
      const before = Date.now();
      const sheet = await read(wire, inboundSheetCall, { input: { id: batch, device_id }, signal });
      const trouble = await receiving.save(uid, sheet, { before, after: Date.now() }).then(() => '', storageTrouble);
      // The browser may ask the person about it, or refuse: the batch is kept either way.
      void askToPersist().catch(reportError);
      return { trouble };
    },
    enabled: online,
    networkMode: 'always',
    refetchOnMount: 'always',
    refetchInterval: anew,
  });
  const failure = online ? failureOf(asked) : null;
  return {
    open,
    online,
    loading: open === undefined || (open === null && online && asked.isFetching),
    /** What keeps this batch from being up to date; empty when nothing does. */
    trouble: failure ? wordsOf(failure) : (asked.data?.trouble ?? ''),
    again: () => void asked.refetch(),
  };
}

/** Milliseconds after which the figures of the others are asked for again. */
const anew = 30_000;
