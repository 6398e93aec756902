import { Activity, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { useLocalOpener } from '#src/engine/local-context.tsx';
import type { RouteRow } from '#src/engine/route-row.ts';
import { guardPage } from '#src/platform/leave-page.ts';
import { useApp } from '../app-context.tsx';
import { useReloads } from '../office/reload.ts';
import { useSession } from '../session/sign-in-state.ts';
import { KeptPage } from './kept-page.tsx';
import { keyOf, stillAwake } from './tab-list.ts';
import { beginTabs, onDiscard, useTabs, visitTab } from './tabs-store.ts';

/**
 * The screen of the address, and out of view those that were looked at before, as they were left. A page out of view has
 * no effects, so it neither fetches nor listens, and is not displayed, so nobody can reach it. Beyond `mostAwake` the one
 * not looked at for longest sleeps: of it stay its address and where it was scrolled to.
 */
export function Pages({ fallback }: { fallback: ReactNode }) {
  const uid = useSession((state) => state.session?.uid);
  // Another person's visit begins with nothing of this one's.
  return <PagesOf key={uid ?? 'nobody'} uid={uid} fallback={fallback} />;
}

function PagesOf({ uid, fallback }: { uid: number | undefined; fallback: ReactNode }) {
  const { rows } = useApp();
  const { pathname, search } = useLocation();
  const replaces = useNavigationType() === 'REPLACE';
  const current = keyOf(pathname, search);
  const awake = useAwake(rows, current);
  const beginningOf = useBeginnings(current);
  useLayoutEffect(() => {
    if (uid === undefined) return;
    beginTabs(uid, rows);
    visitTab({ pathname, search, replaces });
  }, [uid, rows, pathname, search, replaces]);
  useClosingGuard();
  useDraftsEnd(uid);
  return awake.map((page) => (
    <Activity key={`${page} ${beginningOf(page)}`} mode={page === current ? 'visible' : 'hidden'}>
      <KeptPage page={page} shown={page === current}>
        <Suspense fallback={fallback}>
          <Outlet />
        </Suspense>
      </KeptPage>
    </Activity>
  ));
}

/** Keys of the pages that are awake: looked at since this load, not closed since, and not put to sleep. */
function useAwake(rows: readonly RouteRow[], current: string): readonly string[] {
  const open = useTabs((state) => state.list);
  const unsaved = useTabs((state) => state.unsaved);
  const [before, setAwake] = useState<readonly string[]>([]);
  const next = stillAwake({
    awake: before,
    current,
    open,
    staying: (key) => unsaved.includes(key) || isKept(rows, key),
  });
  const same = next.length === before.length && next.every((key, at) => key === before[at]);
  if (!same) setAwake(next);
  return same ? before : next;
}

/** How often each page has begun anew: by its tab, or by its entry in the menu while it was in view. */
function useBeginnings(current: string): (page: string) => string {
  const restarts = useTabs((state) => state.restarts);
  const reloads = useReloads((state) => state.count);
  const [seen, setSeen] = useState<{ reloads: number; of: Record<string, number> }>({ reloads, of: {} });
  const now = seen.reloads === reloads ? seen : { reloads, of: { ...seen.of, [current]: reloads } };
  if (now !== seen) setSeen(now);
  return (page) => `${restarts[page] ?? 0}.${now.of[page] ?? 0}`;
}

/** A page out of view cannot ask for itself before the browser closes it. */
function useClosingGuard(): void {
  const guarded = useTabs((state) => state.unsaved.some((key) => key !== state.current));
  useEffect(() => (guarded ? guardPage() : undefined), [guarded]);
}

/** What a person has agreed to lose is not kept for their next visit either. */
function useDraftsEnd(uid: number | undefined): void {
  const open = useLocalOpener();
  useEffect(() => {
    if (uid === undefined || !open) return undefined;
    return onDiscard((keys) => {
      open()
        .then(({ drafts }) => drafts.dropPages(uid, keys))
        .catch(reportError);
    });
  }, [uid, open]);
}

/** The specification promises that these keep their state (`keepAlive`, §2): they never sleep. */
function isKept(rows: readonly RouteRow[], key: string): boolean {
  const path = key.split('?')[0];
  return rows.some((row) => row.path === path && row.keepAlive);
}
