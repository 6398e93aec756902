import { setTimeout as sleep } from 'node:timers/promises';

/** What comes of some work of the database; an error once it has taken so many milliseconds, whatever becomes of it. */
export async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T> {
  const over = new AbortController();
  const late = async (): Promise<never> => {
    await sleep(milliseconds, undefined, { signal: over.signal });
    throw new Error(`the database does not answer within ${milliseconds} ms`);
  };
  try {
    return await Promise.race([work, late()]);
  } finally {
    over.abort();
  }
}
