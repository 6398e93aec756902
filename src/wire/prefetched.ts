import { headers as names } from '#contract/kit/call.ts';

/**
 * Questions that were asked before the application's code was there (`src/app/boot`), each for the first that asks
 * exactly the same: so the answers are on their way while the code still is, and nothing is asked twice.
 */
interface Ahead {
  /** When it was asked, as `performance.now()`. */
  readonly at: number;
  readonly answer: Promise<Response>;
}

declare global {
  var askedAhead: Map<string, Ahead> | undefined;
}

/** How a call is asked: the whole address, its headers and its body. */
export interface Posted {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Asks a call for whoever will ask it soon. */
export function prefetch(posted: Posted): void {
  void keep(keyOf(posted), fetch(posted.url, postOf(posted)));
}

/** Reads a file of the server for whoever will read it soon. */
export function readPrefetched(url: string): Promise<Response> {
  return keep(url, fetch(url, fileOptions));
}

/** Has nobody taken the file yet? Once somebody has, the application is there and asks for itself. */
export function isFilePrefetched(url: string): boolean {
  return globalThis.askedAhead?.has(url) === true;
}

/** The answer to a call that was asked ahead, in the name of the same person; undefined where there is none of use. */
export function takePrefetched(posted: Posted): Promise<Response> | undefined {
  return take(keyOf(posted));
}

/** The file that was read ahead; undefined where there is none of use. */
export function takePrefetchedFile(url: string): Promise<Response> | undefined {
  return take(url);
}

/** How every call is posted: never from a cache, never led elsewhere. */
export function postOf({ headers, body }: Pick<Posted, 'headers' | 'body'>): RequestInit {
  return {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
    redirect: 'error',
    cache: 'no-store',
  };
}

/** How a file of the start is read: asked anew each time. */
export const fileOptions: RequestInit = { cache: 'no-cache' };

// One person's answer is never another's. The name and the build in the headers decide nothing.
const keyOf = ({ url, headers, body }: Posted): string =>
  [url, headers[names.authorization] ?? '', headers[names.opId] ?? '', body].join('\n');

function keep(key: string, answer: Promise<Response>): Promise<Response> {
  globalThis.askedAhead ??= new Map();
  globalThis.askedAhead.set(key, { at: performance.now(), answer });
  // Whoever takes it hears of its failure; where nobody does, it is no matter.
  answer.catch(() => {});
  return answer;
}

function take(key: string): Promise<Response> | undefined {
  const ahead = globalThis.askedAhead?.get(key);
  globalThis.askedAhead?.delete(key);
  return ahead && performance.now() - ahead.at < mostAge ? ahead.answer : undefined;
}

/** Beyond it an answer is asked for anew, milliseconds: the code took so long that the world may have changed. */
const mostAge = 15_000;
