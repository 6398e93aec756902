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
    const multipart = input instanceof FormData;
    const response = await fetch(url, {
      method: 'POST',
      headers: multipart ? headers : { ...headers, 'content-type': 'application/json' },
      body: multipart ? input : JSON.stringify(input ?? {}),
      redirect: 'error',
      cache: 'no-store',
      signal: stop.signal,
    });
    return await read(response);
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
