import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SavedView } from '#contract/areas/me/list-views.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { dropDraft, refreshViews, useOwnViews } from '../own-views.ts';
import { asksAnything, freshList, type ListState, readAddress, writeAddress } from './list-address.ts';

/** Which saved view a list shows. */
export interface Viewing {
  readonly view: SavedView | undefined;
  /** The view that the list opens with. */
  readonly first: SavedView | undefined;
  /** What the view asks; a fresh list without one. */
  readonly base: ListState;
  /** Which view it is is not known yet. */
  readonly pending: boolean;
  /** Shows a view as it was saved, or the list without any. */
  open(view: { readonly id: number } | null): void;
}

/**
 * What a list is asked, kept in the address (so that back, reload and a sent link show the same rows) or, for a list inside
 * another page, in memory. The address names the view and says where the list differs from it; without either the list
 * opens with the view that its person has chosen for that. A change of anything but the page begins again at page 1.
 */
export function useListState(
  definition: AnyDefinition,
  inAddress: boolean,
): [ListState, (change: Partial<ListState>) => void, Viewing] {
  const [params, setParams] = useSearchParams();
  const [own, setOwn] = useState<ListState>(freshList);
  const shown = useView(definition, inAddress ? params : undefined);
  const { view, first, base } = shown;
  const state = useMemo(
    () => (inAddress ? readAddress(definition, params, base) : own),
    [definition, inAddress, params, base, own],
  );
  const change = useCallback(
    (wanted: Partial<ListState>) => {
      const next = (before: ListState): ListState => ({ ...before, page: 1, ...wanted });
      if (!inAddress) return setOwn(next);
      setParams(
        (now) => named(writeAddress(definition, now, next(readAddress(definition, now, base)), base), view, first),
        { replace: true },
      );
    },
    [definition, inAddress, setParams, base, view, first],
  );
  const open = useCallback(
    (wanted: { readonly id: number } | null) => {
      if (wanted) dropDraft(wanted.id);
      setParams((now) => named(writeAddress(definition, now, freshList), wanted ?? undefined, first), {
        replace: true,
      });
    },
    [definition, setParams, first],
  );
  return [state, change, { ...shown, open }];
}

function useView(definition: AnyDefinition, params: URLSearchParams | undefined): Omit<Viewing, 'open'> {
  const { own, awaited, absent } = useOwnViews();
  const find = (id: number | null | undefined) =>
    own.views.find((view) => view.id === id && view.list === definition.name);
  const first = find(own.tables[definition.name]?.default_view);
  const wanted = params?.get('view') ?? null;
  const begins = params !== undefined && wanted === null && !asksAnything(definition, params);
  const view = wanted === null ? (begins ? first : undefined) : find(Number(wanted));
  // A link may name a view that was shared since: it is asked for once.
  const unknown = view === undefined && Number(wanted) > 0 ? Number(wanted) : undefined;
  const strange = unknown !== undefined && !absent.includes(unknown) && !own.views.some(({ id }) => id === unknown);
  useEffect(() => {
    if (strange) void refreshViews(unknown);
  }, [strange, unknown]);
  const base = useMemo(() => (view ? askedBy(view) : freshList), [view]);
  return { view, first, base, pending: params !== undefined && (awaited || strange) };
}

const askedBy = ({ filters, keyword, sort }: SavedView): ListState => ({
  ...freshList,
  filters,
  keyword,
  sort: sort === '' ? undefined : sort,
});

// Without a view, and where the list would open with one, the address says that none is meant.
function named(
  params: URLSearchParams,
  view: { readonly id: number } | undefined,
  first: { readonly id: number } | undefined,
): URLSearchParams {
  if (view ?? first) params.set('view', String(view?.id ?? 0));
  else params.delete('view');
  return params;
}
