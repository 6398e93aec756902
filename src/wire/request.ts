import { type Posted, postOf, takePrefetched } from './prefetched.ts';
import { type Failure, failed } from './sent.ts';

/** One HTTP exchange. */
export interface Exchange {
  url: string;
  headers: Record<string, string>;
  /** A FormData goes as multipart, anything else as JSON. */
  input: unknown;
  /** Milliseconds until the last byte of the body. */
  timeout: number;
  signal: AbortSignal | undefined;
}

/**
 * POSTs once and hands the whole answer to `read`, within the timeout. Resolves in every case: no answer, a cut body,
 * the caller's abort and the timeout are values. Redirects are refused: our calls never redirect, a captive portal does.
 */
export async function request<T>(
  exchange: Exchange,
  read: (response: Response) => Promise<T>,
): Promise<T | { ok: false; failure: Failure }> {
  const { url, headers, input, timeout, signal } = exchange;
  if (signal?.aborted) return failed({ kind: 'aborted' });
  const stop = new AbortController();
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    stop.abort();
  }, timeout);
  const abort = () => stop.abort();
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const response = await answerTo({ url, headers, input }, stop.signal);
    return await orAborted(read(response), stop.signal);
  } catch (problem) {
    if (late) return failed({ kind: 'timeout' });
    if (signal?.aborted) return failed({ kind: 'aborted' });
    // fetch and body reading reject with TypeError (or AbortError) when the network fails; all else is our own mistake.
    if (problem instanceof TypeError || (problem instanceof DOMException && problem.name === 'AbortError'))
      return failed({ kind: 'offline' });
    throw problem;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

async function answerTo({ url, headers, input }: Pick<Exchange, 'url' | 'headers' | 'input'>, signal: AbortSignal) {
  if (input instanceof FormData)
    return await fetch(url, { method: 'POST', headers, body: input, redirect: 'error', cache: 'no-store', signal });
  const posted: Posted = { url, headers, body: JSON.stringify(input ?? {}) };
  const ahead = takePrefetched(posted);
  if (!ahead) return await fetch(url, { ...postOf(posted), signal });
  try {
    return await orAborted(ahead, signal);
  } catch (problem) {
    if (signal.aborted) throw problem;
    // It could not be had that early: asked again, as any call is asked.
    return await fetch(url, { ...postOf(posted), signal });
  }
}

/** What was asked ahead knows nothing of this caller's patience. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new DOMException('aborted', 'AbortError'));
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
