import { useQuery } from '@tanstack/react-query';
import { callsOf, type Listed } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { limits } from '#contract/kit/limits.ts';
import { read, worthRetry } from '../failure.ts';
import { keysOf } from '../query-keys.ts';
import { type ReadState, readStateOf } from '../read-state.ts';
import type { Values } from '../row.ts';
import { useWire } from '../wire-context.tsx';

/** All rows of a small list (a tree, a set of columns), read page by page; stops at `limits.pastedEntries`. */
export function useWhole<D extends AnyDefinition>(definition: D, filters: Values = {}): WholeView<Listed<D>> {
  const wire = useWire();
  const query = useQuery({
    queryKey: keysOf(definition).whole(filters),
    queryFn: async ({ signal }) => {
      const rows: Listed<D>[] = [];
      for (let page = 1; rows.length < limits.pastedEntries; page += 1) {
        const input = { ...filters, page, page_size: limits.pageSizeMost };
        const answer = await read(wire, callsOf(definition).list, { input, signal });
        rows.push(...answer.list);
        if (answer.list.length < limits.pageSizeMost) break;
      }
      return rows;
    },
    retry: worthRetry,
  });
  const { value: rows = [], failure, stale } = readStateOf(query);
  return {
    rows,
    loading: query.data === undefined && query.isPending,
    failure,
    stale,
    reload: () => void query.refetch(),
  };
}

export interface WholeView<R> extends Pick<ReadState<unknown>, 'failure' | 'stale'> {
  readonly rows: readonly R[];
  readonly loading: boolean;
  reload(): void;
}
