import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { isPassing } from '#src/wire/sent.ts';
import { wordsOf } from './failure.ts';
import { forget } from './query-keys.ts';
import { sendVoucher } from './stored-file.ts';
import { type Upload, UploadQueue } from './upload-queue.ts';
import { callsOfFiles } from './use-attachments.ts';
import { useWire } from './wire-context.tsx';

/** Files on their way to one record. */
export interface Uploads {
  readonly list: readonly Upload[];
  add(files: readonly File[], kind: string): void;
  retry(key: string): void;
  /** Stops it if it is under way, and forgets it. */
  drop(key: string): void;
}

/**
 * Uploads files and attaches each to a record as soon as it is up. Both calls of a file keep their op ids through every
 * try: a file whose outcome nobody knows is there once, however often it is sent.
 */
export function useUploads(definition: AnyDefinition, id: number): Uploads {
  const wire = useWire();
  const client = useQueryClient();
  const [queue] = useState(
    () =>
      new UploadQueue(async ({ file, kind }, { uploadOp, attachOp, signal, onPart }) => {
        const sent = await sendVoucher(file, { opId: uploadOp, signal, onPart });
        // What the file service has looked at and refused, it refuses again.
        if (!sent.ok) return { words: wordsOf(sent.failure), again: isPassing(sent.failure) };
        const asked = { id, files: [{ id: sent.value.id, kind }] };
        const attached = await wire.send(callsOfFiles(definition).attach, asked, {
          opId: attachOp,
          signal,
          hideLoading: true,
          ownWords: true,
        });
        // Also of one that was called back: it may hang on the record all the same.
        if (attached.ok || signal.aborted) await forget(client, definition);
        return attached.ok ? null : { words: wordsOf(attached.failure), again: true };
      }),
  );
  useEffect(() => {
    queue.start();
    return () => queue.stop();
  }, [queue]);
  const list = useSyncExternalStore(queue.subscribe, queue.list);
  return {
    list,
    add: (files, kind) => queue.add(files, kind),
    retry: (key) => queue.retry(key),
    drop: (key) => queue.drop(key),
  };
}
