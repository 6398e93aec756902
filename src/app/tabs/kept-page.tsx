import { type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import {
  UNSAFE_DataRouterStateContext as DataRouterStateContext,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_RouteContext as RouteContext,
} from 'react-router-dom';
import { type PageHost, PageProvider } from '#src/engine/page-context.ts';
import { hasAuthorization } from '#src/platform/session.ts';
import { nameTab, setUnsaved, useTabs } from './tabs-store.ts';

interface KeptPageProps {
  /** Key of its tab. */
  page: string;
  shown: boolean;
  /** Its state survives while other pages are looked at. */
  keeps: boolean;
  children: ReactNode;
}

/** One page with what it knows of the router: a page out of view keeps its own address and does not see the one in view. */
export function KeptPage({ page, shown, keeps, children }: KeptPageProps) {
  const live = {
    route: useContext(RouteContext),
    location: useContext(LocationContext),
    state: useContext(DataRouterStateContext),
  };
  const [last, setLast] = useState(live);
  if (shown && (last.route !== live.route || last.location !== live.location || last.state !== live.state))
    setLast(live);
  const { route, location, state } = shown ? live : last;
  useOwnScroll();
  return (
    <DataRouterStateContext value={state}>
      <LocationContext value={location}>
        <RouteContext value={route}>
          <PageProvider value={useMemo(() => hostOf(page, keeps), [page, keeps])}>{children}</PageProvider>
        </RouteContext>
      </LocationContext>
    </DataRouterStateContext>
  );
}

function hostOf(page: string, keeps: boolean): PageHost {
  return {
    // Without a session nothing can be saved any more: the way to the sign-in page is free (specification §8).
    mayLeave: (path) => !hasAuthorization() || useTabs.getState().released === page || (keeps && staysInOffice(path)),
    setDirty: (dirty) => setUnsaved(page, dirty),
    setName: (name) => nameTab(page, name),
    finish: () => useTabs.setState({ finished: page }),
    stay: () => useTabs.setState({ finished: null, released: null }),
  };
}

/** Other frames keep nothing of the office. */
function staysInOffice(path: string): boolean {
  return !/^\/(hand|login)(\/|$)/.test(path);
}

/** The content area scrolls for whichever page is in view; each begins where it was left, a new one at its top. */
function useOwnScroll(): void {
  const place = useRef(0);
  // Runs again whenever a kept page comes back into view.
  useLayoutEffect(() => {
    const content = document.getElementById('content');
    if (!content) return undefined;
    content.scrollTop = place.current;
    const note = () => {
      place.current = content.scrollTop;
    };
    content.addEventListener('scroll', note, { passive: true });
    return () => content.removeEventListener('scroll', note);
  }, []);
}
