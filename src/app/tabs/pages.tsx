import { Activity, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import type { RouteRow } from '#src/engine/route-row.ts';
import { guardPage } from '#src/platform/leave-page.ts';
import { useApp } from '../app-context.tsx';
import { useReloads } from '../office/reload.ts';
import { useSession } from '../session/sign-in-state.ts';
import { KeptPage } from './kept-page.tsx';
import { keyOf } from './tab-list.ts';
import { beginTabs, useTabs, visitTab } from './tabs-store.ts';

/**
 * The screen of the address, and out of view those whose state is kept (`keepAlive`, specification §2). A page out of
 * view has no effects, so it fetches nothing, and is not displayed, so nobody can reach it. Every other page starts anew
 * on each visit.
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
  const kept = useKept(rows, current);
  const beginningOf = useBeginnings(current);
  useLayoutEffect(() => {
    if (uid === undefined) return;
    beginTabs(uid, rows);
    visitTab({ pathname, search, replaces }, (key) => keepsState(rows, key));
  }, [uid, rows, pathname, search, replaces]);
  useClosingGuard();
  const shown = kept.includes(current) ? kept : [...kept, current];
  return shown.map((page) => (
    <Activity key={`${page} ${beginningOf(page)}`} mode={page === current ? 'visible' : 'hidden'}>
      <KeptPage page={page} shown={page === current} keeps={kept.includes(page)}>
        <Suspense fallback={fallback}>
          <Outlet />
        </Suspense>
      </KeptPage>
    </Activity>
  ));
}

/** Keys of the pages whose state is kept: visited, of a `keepAlive` row, and not closed since. */
function useKept(rows: readonly RouteRow[], current: string): readonly string[] {
  const open = useTabs((state) => state.list);
  const [kept, setKept] = useState<readonly string[]>([]);
  const next = kept.filter((key) => key === current || open.some((tab) => tab.key === key));
  if (keepsState(rows, current) && !next.includes(current)) next.push(current);
  const same = next.length === kept.length && next.every((key, at) => key === kept[at]);
  if (!same) setKept(next);
  return same ? kept : next;
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

function keepsState(rows: readonly RouteRow[], key: string): boolean {
  const path = key.split('?')[0];
  return rows.some((row) => row.path === path && row.keepAlive);
}
