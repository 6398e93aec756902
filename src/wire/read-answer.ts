import { catalogue, kindOfCode } from '#contract/kit/errors.ts';
import { type Failure, failed, type Sent } from './sent.ts';

/** What `fetch` brought back, with the body already read as text. */
export interface Answer {
  status: number;
  text: string;
  date: string | null;
  retryAfter: string | null;
}

/**
 * Judges an answer by HTTP status and body code (specification §8, amendments F). Success is exactly a readable
 * envelope with code 200 under a 2xx status; a proxy's own 401 is believed, its own 403 is not.
 */
export function readAnswer<T>(answer: Answer): Sent<T> {
  const { status } = answer;
  if (status === 401) return failed({ kind: 'signedOut', by: 'http' });
  if (status === 408 || status === 429 || status >= 500) return failed(unavailable(answer, ''));
  const body = parseObject(answer.text);
  const code = body?.code;
  if (status === 413)
    return failed({
      kind: 'refused',
      refusal: 'tooLarge',
      code: catalogue.tooLarge.code,
      msg: wordsOf(body) || catalogue.tooLarge.words,
      field: null,
    });
  if (!body || typeof code !== 'number') return failed({ kind: 'unreadable', status });
  if (code === catalogue.signedOut.code) return failed({ kind: 'signedOut', by: 'body' });
  if (status === 403)
    return failed({
      kind: 'forbidden',
      msg: wordsOf(body) || catalogue.forbidden.words,
    });
  if (code !== 200) return failed(refusal(answer, code, body));
  if (status < 200 || status > 299) return failed({ kind: 'unreadable', status });
  return {
    ok: true,
    value: body.result as T,
    serverTime: serverTime(answer.date),
  };
}

/** A JSON object in a text; undefined for anything else. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Milliseconds to wait, from a Retry-After header (seconds or an HTTP date); null when absent or unreadable. */
export function readRetryAfter(header: string | null, now = Date.now()): number | null {
  if (header === null || header.trim() === '') return null;
  const seconds = Number(header);
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : null;
}

function refusal(answer: Answer, code: number, body: Record<string, unknown>): Failure {
  const kind = kindOfCode(code) ?? null;
  const msg = wordsOf(body);
  if (kind === 'busy' || kind === 'tooMany') return unavailable(answer, msg);
  if (kind === 'forbidden') return { kind: 'forbidden', msg: msg || catalogue.forbidden.words };
  return {
    kind: 'refused',
    refusal: kind,
    code,
    msg,
    field: typeof body.field === 'string' ? body.field : null,
  };
}

function unavailable(answer: Answer, msg: string): Failure {
  return {
    kind: 'unavailable',
    status: answer.status,
    msg,
    retryAfter: readRetryAfter(answer.retryAfter),
  };
}

function wordsOf(body: Record<string, unknown> | undefined): string {
  const words = typeof body?.msg === 'string' ? body.msg : body?.message;
  return typeof words === 'string' ? words : '';
}

function serverTime(date: string | null): number | null {
  const time = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(time) ? null : time;
}
