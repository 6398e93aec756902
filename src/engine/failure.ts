import type { Call } from '#contract/kit/call.ts';
import { catalogue } from '#contract/kit/errors.ts';
import { type Failure, isPassing } from '#src/wire/sent.ts';
import type { Wire } from '#src/wire/wire.ts';

/** A failed read, as TanStack Query wants it: thrown. Writes never throw for a failure. */
export class CallFailed extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(wordsOf(failure));
    this.name = 'CallFailed';
    this.failure = failure;
  }
}

/** Reads through the wire: the value, or CallFailed. Quiet, because the page shows its own loading face. */
export async function read<In, Out>(
  wire: Wire,
  call: Call<In, Out>,
  ask: { input: In; signal?: AbortSignal },
): Promise<Out> {
  const sent = await wire.send(call, ask.input, {
    hideLoading: true,
    ownWords: true,
    ...(ask.signal ? { signal: ask.signal } : {}),
  });
  if (!sent.ok) throw new CallFailed(sent.failure);
  return sent.value;
}

/** What a person reads of a failure. A signed-out session has an owner of its own (specification §8) and no words here. */
export function wordsOf(failure: Failure): string {
  switch (failure.kind) {
    case 'offline':
      return '当前离线';
    case 'timeout':
      return '请求超时，请重试';
    case 'aborted':
    case 'signedOut':
      return '';
    case 'unreadable':
      return catalogue.internal.words;
    case 'unavailable':
      return failure.msg || catalogue.internal.words;
    case 'forbidden':
      return failure.msg || catalogue.forbidden.words;
    case 'refused':
      // Without words of the server: specification §8, whatever the code.
      return failure.msg || catalogue.internal.words;
  }
}

/** The face a page shows instead of its content. */
export type Face = 'forbidden' | 'offline' | 'missing' | 'error';

/** Which face a failed read deserves. */
export function faceOf(failure: Failure): Face {
  if (failure.kind === 'forbidden') return 'forbidden';
  if (failure.kind === 'offline') return 'offline';
  return failure.kind === 'refused' && failure.refusal === 'notFound' ? 'missing' : 'error';
}

/** Read policy of every hook: what may pass is tried twice more, a refusal never. */
export function worthRetry(count: number, error: unknown): boolean {
  return count < 2 && error instanceof CallFailed && error.failure.kind !== 'offline' && isPassing(error.failure);
}

/** How a query of the library stands, in what a failure is told by. */
export interface Queried<T = unknown> {
  readonly data: T | undefined;
  /** The data answer the question before; they stand only until those of this one come. */
  readonly isPlaceholderData: boolean;
  readonly error: unknown;
  readonly fetchStatus: string;
}

/** The failure of a query: what it threw, or "offline" where it waits for the network with no answer of its own to show. */
export function failureOf(query: Queried): Failure | null {
  if (query.error instanceof CallFailed) return query.error.failure;
  if (query.error) throw query.error;
  return query.fetchStatus === 'paused' && !isAnswered(query) ? { kind: 'offline' } : null;
}

/** True of a query that has an answer to its very question, of now or of before. */
export function isAnswered({ data, isPlaceholderData }: Pick<Queried, 'data' | 'isPlaceholderData'>): boolean {
  return data !== undefined && !isPlaceholderData;
}
