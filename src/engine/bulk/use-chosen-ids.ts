import { useSearchParams } from 'react-router-dom';
import { keptList } from '#contract/kit/kept-list.ts';
import { type Reading, useRead } from '../use-read.ts';

/** Records that an address names. */
export interface ChosenIds extends Pick<Reading<unknown>, 'loading' | 'failure' | 'stale' | 'reload'> {
  readonly ids: readonly number[];
}

/** The records that were chosen on a list: a few stand in the address, many are a kept list that it names (decision 0039). */
export function useChosenIds(): ChosenIds {
  const [params] = useSearchParams();
  const list = params.get('list');
  const kept = useRead(lists, keptList, { input: { list: list ?? '' }, when: list !== null });
  const few = (params.get('ids') ?? '').split(',').map(Number);
  const many = kept.value && 'ids' in kept.value ? kept.value.ids : [];
  const ids = (list === null ? few : many).filter((id) => Number.isSafeInteger(id) && id > 0);
  return {
    ids: [...new Set(ids)],
    loading: kept.loading,
    failure: kept.failure,
    stale: kept.stale,
    reload: kept.reload,
  };
}

const lists = { name: 'keptList' } as const;
