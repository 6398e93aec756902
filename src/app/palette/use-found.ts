import { useQuery } from '@tanstack/react-query';
import { type Found, find } from '#contract/areas/shell/search.ts';
import { failureOf, read, wordsOf, worthRetry } from '#src/engine/failure.ts';
import { useDebounced } from '#src/engine/use-debounced.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { useSession } from '../session/sign-in-state.ts';
import { isSought } from './screens.ts';

/** What is known of the records whose number a text may be. */
export interface Finding {
  list: readonly Found[];
  /** The answer for this very text is there, or is known not to come. */
  settled: boolean;
  offline: boolean;
  /** Why there is no answer, for a person; empty when there is one. */
  words: string;
  retry(): void;
}

/** Looks for records by number. What is typed is asked for after a pause, `now` at once. */
export function useFound(text: string, now: boolean): Finding {
  const wire = useWire();
  const uid = useSession((state) => state.session?.uid);
  const still = useDebounced(text, 150);
  const asked = now ? text : still;
  const wanted = isSought(asked);
  const query = useQuery({
    queryKey: ['find', uid, asked],
    queryFn: ({ signal }) => read(wire, find, { input: { text: asked }, signal }),
    enabled: wanted,
    staleTime: 10_000,
    gcTime: 60_000,
    retry: worthRetry,
  });
  const failure = wanted ? failureOf(query) : null;
  const open = isSought(text);
  return {
    list: open && asked === text && query.data ? query.data.list : [],
    settled: !open || (asked === text && (query.data !== undefined || failure !== null)),
    offline: failure?.kind === 'offline',
    words: failure ? wordsOf(failure) : '',
    retry: () => void query.refetch(),
  };
}
