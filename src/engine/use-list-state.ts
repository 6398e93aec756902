import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { freshList, type ListState, readAddress, writeAddress } from './list-address.ts';

/**
 * What a list is asked, kept in the address (so that back, reload and a sent link show the same rows) or, for a list
 * inside another page, in memory. A change of anything but the page begins again at page 1.
 */
export function useListState(
  definition: AnyDefinition,
  inAddress: boolean,
): [ListState, (change: Partial<ListState>) => void] {
  const [params, setParams] = useSearchParams();
  const [own, setOwn] = useState<ListState>(freshList);
  const state = useMemo(
    () => (inAddress ? readAddress(definition, params) : own),
    [definition, inAddress, params, own],
  );
  const change = useCallback(
    (wanted: Partial<ListState>) => {
      const next = (before: ListState): ListState => ({ ...before, page: 1, ...wanted });
      if (!inAddress) setOwn(next);
      else setParams((now) => writeAddress(definition, now, next(readAddress(definition, now))), { replace: true });
    },
    [definition, inAddress, setParams],
  );
  return [state, change];
}
