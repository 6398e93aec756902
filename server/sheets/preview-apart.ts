import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { FairQueue } from '../platform/fair-queue.ts';
import { codeOf } from '../platform/startup-error.ts';
import type { PreviewAnswer } from './preview-thread.ts';
import { SheetError } from './sheet-error.ts';
import type { SheetPreview } from './sheet-preview.ts';

/** What reading the beginning of one file may take: megabytes of its own, and milliseconds. */
const most = { memory: 512, time: 30_000 } as const;

const entry = new URL('preview-thread.mjs', import.meta.url);

// One at a time, because each may need much memory; one of each person after the other, so that nobody's files hold up another's.
const turns = new FairQueue({
  atOnce: 1,
  each: 1,
  waitingEach: 2,
  words: '您上传的表格还在读取中，请等其完成后再试',
});

/**
 * The preview of a packed sheet on the disk, read in a thread of its own: the table of texts of a large workbook is parsed in
 * one go, and of packed CSV all is unpacked to learn its encoding, which nobody else's call may wait for. Throws a SheetError,
 * or a Refusal where this person has too many of them waiting.
 */
export async function previewApart(path: string, person: number): Promise<SheetPreview> {
  return await turns.run(person, () => read(path));
}

async function read(path: string): Promise<SheetPreview> {
  const thread = new Worker(entry, {
    workerData: path,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: most.memory },
  });
  try {
    const [answer] = (await once(thread, 'message', { signal: AbortSignal.timeout(most.time) })) as [PreviewAnswer];
    if ('said' in answer) throw new SheetError(answer.said);
    return answer.preview;
  } catch (error) {
    if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' || codeOf(error) === 'ABORT_ERR') throw tooMuch();
    throw error;
  } finally {
    await thread.terminate();
  }
}

const tooMuch = (): SheetError =>
  new SheetError({
    en: 'the sheet takes too long to read: save it as CSV, not packed',
    zh: '表格过大，无法读取：请另存为未压缩的 CSV',
  });
