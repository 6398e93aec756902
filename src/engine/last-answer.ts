import { hashKey, type QueryKey } from '@tanstack/react-query';

/**
 * `placeholderData` of a read whose page may have been out of view for long: the library forgets answers that nobody looks
 * at, the page shows its own last one again until the new one is there. Of another question it shows nothing.
 */
export function lastAnswer(queryKey: QueryKey) {
  return <T>(answer: T | undefined, query: { readonly queryHash: string } | undefined): T | undefined =>
    query?.queryHash === hashKey(queryKey) ? answer : undefined;
}
