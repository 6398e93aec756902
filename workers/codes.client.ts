import { transfer } from 'comlink';
import library from 'zxing-wasm/reader/zxing_reader.wasm?url';
import type { CodesWorker } from './codes.worker.ts';
import { createJobWorker } from './job-worker.ts';

/** Finds barcodes in pictures. */
export interface CodeFinder {
  /** The codes of a picture, which is used up. Rejects when the worker, or what it reads with, cannot be had. */
  read(picture: ImageBitmap): Promise<string[]>;
  close(): void;
}

/** Starts with the first picture, in a worker of its own: reading one takes longer than a page may stop for. */
export function openCodeFinder(): CodeFinder {
  const worker = createJobWorker<CodesWorker>(
    () => new Worker(new URL('./codes.worker.ts', import.meta.url), { type: 'module', name: 'codes' }),
    Number.POSITIVE_INFINITY,
  );
  const address = new URL(library, location.href).href;
  return {
    read: (picture) => worker.run((remote) => remote.read(transfer(picture, [picture]), address)),
    close: () => worker.end(),
  };
}
