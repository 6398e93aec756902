import { type ReactNode, useContext, useLayoutEffect, useRef, useState } from 'react';
import {
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router-dom';
import { type PageHost, PageProvider } from '#src/engine/page-context.ts';
import { hasAuthorization } from '#src/platform/session.ts';
import { beginFocus } from './page-focus.ts';
import { beginScroll } from './page-scroll.ts';
import { keyOf } from './tab-list.ts';
import { discardChanges, nameTab, onDiscard, setUnsaved, useTabs } from './tabs-store.ts';

interface KeptPageProps {
  /** Key of its tab. */
  page: string;
  shown: boolean;
  children: ReactNode;
}

/** One page with what it knows of the router: a page out of view keeps its own address and does not see the one in view. */
export function KeptPage({ page, shown, children }: KeptPageProps) {
  const live = {
    route: useContext(RouteContext),
    location: useContext(LocationContext),
    state: useContext(DataRouterStateContext),
  };
  const [last, setLast] = useState(live);
  if (shown && (last.route !== live.route || last.location !== live.location || last.state !== live.state))
    setLast(live);
  const { route, location, state } = shown ? live : last;
  const host = useHost(page);
  // Runs again whenever the page comes back into view.
  useLayoutEffect(() => beginScroll(page), [page]);
  useLayoutEffect(() => beginFocus(page), [page]);
  return (
    <DataRouterStateContext value={state}>
      <LocationContext value={location}>
        <RouteContext value={route}>
          <PageProvider value={host}>{children}</PageProvider>
        </RouteContext>
      </LocationContext>
    </DataRouterStateContext>
  );
}

function useHost(page: string): PageHost {
  const discarded = useRef(false);
  useLayoutEffect(
    () =>
      onDiscard((keys) => {
        if (keys.includes(page)) discarded.current = true;
      }),
    [page],
  );
  const [host] = useState<PageHost>(() => ({
    key: page,
    mayLeave: ({ pathname, search }, replaces) => {
      const { released, finished } = useTabs.getState();
      const goes = finished === page || (replaces && keyOf(pathname, search) !== page);
      // Without a session nothing can be saved any more: the way to the sign-in page is free (specification §8).
      return !hasAuthorization() || released === page || (!goes && staysInOffice(pathname));
    },
    discard: () => discardChanges([page]),
    isDiscarded: () => discarded.current,
    setDirty: (dirty) => setUnsaved(page, dirty),
    setName: (name) => nameTab(page, name),
    finish: () => useTabs.setState({ finished: page }),
    stay: () => useTabs.setState({ finished: null, released: null }),
  }));
  return host;
}

/** Other frames keep nothing of the office. */
function staysInOffice(path: string): boolean {
  return !/^\/(hand|login)(\/|$)/.test(path);
}
