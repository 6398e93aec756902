import type { ViewContent } from '#contract/areas/me/list-views.ts';
import { isGiven } from '#contract/kit/given.ts';
import { columnsIn, useOwnViews } from '../own-views.ts';
import type { ListState } from './list-address.ts';
import type { Viewing } from './use-list-state.ts';

/** What a list shows at this moment, as a view remembers it. */
export function contentNow(table: string, state: ListState, view: Viewing['view']): ViewContent {
  return {
    filters: given(state.filters),
    keyword: state.keyword,
    sort: state.sort ?? '',
    columns: columnsIn(useOwnViews.getState(), table, view),
  };
}

/** Does the list show something else than its view remembers? */
export function useAltered(state: ListState, { view, base }: Viewing): boolean {
  const draft = useOwnViews(({ drafts }) => (view ? drafts[view.id] : undefined));
  if (!view) return false;
  const differs = (one: ListState) => JSON.stringify([sorted(given(one.filters)), one.keyword, one.sort ?? '']);
  return (
    differs(state) !== differs(base) || (draft !== undefined && JSON.stringify(draft) !== JSON.stringify(view.columns))
  );
}

const given = (filters: ListState['filters']) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => isGiven(value)));

const sorted = (values: object) => Object.entries(values).sort(([one], [other]) => (one < other ? -1 : 1));
