import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isKeptList, type KeptValues, keepList, keptList } from '#contract/kit/kept-list.ts';
import { limits } from '#contract/kit/limits.ts';
import { read, worthRetry } from '../failure.ts';
import type { Values } from '../row.ts';
import { useWire } from '../wire-context.tsx';

/** Filters whose long lists are kept on the server, so that addresses and questions stay short (decision 0039). */
export interface KeptFilters {
  /** The same filters with their values; of a kept list that has not come yet, none. */
  shown(filters: Values): Values;
  /** Are there lists that must be kept before these are asked for? */
  isLong(filters: Values): boolean;
  /** The same filters with their long lists kept. Throws CallFailed when they could not be. */
  keep(filters: Values): Promise<Values>;
}

/** Brings the kept lists of these filters. */
export function useKeptFilters(filters: Values): KeptFilters {
  const wire = useWire();
  const queries = useQueryClient();
  const ids = [...new Set(Object.values(filters).flatMap((value) => (isKeptList(value) ? [value.list] : [])))].sort();
  const lists = useQuery({
    queryKey: [name, ids],
    queryFn: async () =>
      new Map(
        await Promise.all(
          ids.map(async (list) => {
            const queryFn = () => read(wire, keptList, { input: { list } });
            const kept = await queries.fetchQuery({
              queryKey: keyOf(list),
              queryFn,
              staleTime: Number.POSITIVE_INFINITY,
            });
            return [list, valuesOf(kept)] as const;
          }),
        ),
      ),
    enabled: ids.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: worthRetry,
  });
  return {
    shown: (given) =>
      Object.fromEntries(
        Object.entries(given).map(([filter, value]) => [
          filter,
          isKeptList(value) ? lists.data?.get(value.list) : value,
        ]),
      ),
    isLong: (given) => Object.values(given).some(isLong),
    async keep(given) {
      const entries = Object.entries(given).map(async ([filter, value]) => {
        if (!isLong(value)) return [filter, value] as const;
        const kept = (typeof value[0] === 'number' ? { ids: value } : { texts: value }) as KeptValues;
        const answer = await read(wire, keepList, { input: kept });
        queries.setQueryData(keyOf(answer.list), kept);
        return [filter, answer] as const;
      });
      return Object.fromEntries(await Promise.all(entries));
    },
  };
}

const name = 'keptList';
const keyOf = (list: string) => [name, 'one', list] as const;
const valuesOf = (kept: KeptValues): readonly (string | number)[] => ('ids' in kept ? kept.ids : kept.texts);

function isLong(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.length > limits.addressEntries;
}
