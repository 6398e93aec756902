import { parseObject, readAnswer } from './read-answer.ts';
import type { Failure } from './sent.ts';

/**
 * Is this file really an error (specification §8, `fileError`)? By its content, whatever it is called: an object of JSON, small,
 * with a code other than 200. A file whose own content is JSON has no such code. Null for a file. An error is a sentence, so
 * that it is read where one is: in the window as well as in a worker.
 */
export async function fileErrorOf(file: Blob): Promise<Failure | null> {
  if (file.size > mostBytes) return null;
  const text = (await file.text()).trimStart();
  if (!text.startsWith('{') || typeof parseObject(text)?.code !== 'number') return null;
  const judged = readAnswer({ status: 200, text, date: null, retryAfter: null });
  return judged.ok ? null : judged.failure;
}

/** An error is a sentence, not a book. */
const mostBytes = 65_536;
