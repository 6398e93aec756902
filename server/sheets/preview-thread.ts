import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { BilingualMessage } from './bilingual-message.ts';
import { SheetError } from './sheet-error.ts';
import { previewOf, type SheetPreview } from './sheet-preview.ts';
import { fileSource } from './sheet-source.ts';

/** What the thread of `previewApart` answers, once. */
export type PreviewAnswer = { readonly preview: SheetPreview } | { readonly said: BilingualMessage };

// Scans and sign-ins go first. Linux gives each thread a priority of its own; elsewhere it would be that of the whole server.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW);

parentPort?.postMessage(await answer(String(workerData)));

async function answer(path: string): Promise<PreviewAnswer> {
  try {
    return { preview: await previewOf(fileSource(path)) };
  } catch (error) {
    if (error instanceof SheetError) return { said: error.said };
    throw error;
  }
}
