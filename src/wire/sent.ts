import type { RefusalKind } from '#contract/kit/errors.ts';

/** What became of a call: the value, or the one way in which it failed. A call never throws for a failure. */
export type Sent<T> =
  /** `serverTime` is the server's clock in epoch milliseconds (its Date header, whole seconds), null when absent. */
  { ok: true; value: T; serverTime: number | null } | { ok: false; failure: Failure };

/**
 * Every way a call can fail (specification §8). After `offline`, `timeout`, `aborted`, `unreadable` and `unavailable`
 * the outcome is unknown: the same op id may be sent again. Nothing here is decided by the text of a message.
 */
export type Failure =
  /** No answer: radio gone, host unreachable, connection cut, redirected elsewhere. */
  | { kind: 'offline' }
  | { kind: 'timeout' }
  /** The caller's own AbortSignal. */
  | { kind: 'aborted' }
  /** An answer that is not ours: HTML, no JSON, no envelope, a captive portal. Never success. */
  | { kind: 'unreadable'; status: number }
  /** 5xx, 408, 429, or the catalogue's busy and tooMany. `retryAfter` in milliseconds, null when not said. */
  | {
      kind: 'unavailable';
      status: number;
      msg: string;
      retryAfter: number | null;
    }
  /** The session is over: HTTP 401 (`http`) or body code 10000 (`body`); the two have different words (§8). */
  | { kind: 'signedOut'; by: 'http' | 'body' }
  /** HTTP 403: this person may not. */
  | { kind: 'forbidden'; msg: string }
  /** Any other body code. `refusal` is null for a code outside the catalogue; `msg` may be empty. */
  | {
      kind: 'refused';
      refusal: RefusalKind | null;
      code: number;
      msg: string;
      field: string | null;
    };

/** Wraps a failure. */
export function failed(failure: Failure): { ok: false; failure: Failure } {
  return { ok: false, failure };
}

/** True when the call may have reached the server or may reach it next time: the same op id is worth another try. */
export function isPassing(failure: Failure): boolean {
  return (
    failure.kind === 'offline' ||
    failure.kind === 'timeout' ||
    failure.kind === 'unreadable' ||
    failure.kind === 'unavailable'
  );
}
