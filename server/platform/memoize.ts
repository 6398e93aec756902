/**
 * Answers everybody from one asking a second: for addresses that anybody may call without a token. Rejects, for as
 * long, as the asking did.
 */
export function memoize<T>(ask: () => Promise<T>): () => Promise<T> {
  let last: { since: number; answer: Promise<T> } | undefined;
  return async () => {
    if (!last || performance.now() - last.since > 1000) last = { since: performance.now(), answer: ask() };
    return await last.answer;
  };
}
