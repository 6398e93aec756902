import { queryOptions, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type MenuNode, menuCall, permissionsCall } from '#contract/areas/access/calls.ts';
import type { Call } from '#contract/kit/call.ts';
import { CallFailed, worthRetry } from '#src/engine/failure.ts';
import { readSession } from '#src/platform/session.ts';
import { isPassing } from '#src/wire/sent.ts';
import { useApp } from '../app-context.tsx';
import { bootMeta } from '../boot-snapshot.ts';
import { whenIdle } from '../idle.ts';
import type { Services } from '../services.ts';
import { useSession } from '../session/sign-in-state.ts';
import { menuInput } from './menu-input.ts';
import { buildMenu, type MenuEntry } from './menu-tree.ts';

/** The menu of the person signed in; without network the one kept on this device. `entries` is 首页 alone until it is there. */
export function useMenu(): { entries: MenuEntry[]; loading: boolean; failed: boolean; reload(): void } {
  const { services } = useApp();
  const uid = useSession((state) => state.session?.uid);
  const menu = useQuery({ ...menuQuery(services, uid ?? 0), enabled: uid !== undefined });
  const entries = useMemo(() => buildMenu(menu.data ?? []), [menu.data]);
  return {
    entries,
    loading: uid !== undefined && menu.isPending,
    failed: menu.isError,
    reload: () => void menu.refetch(),
  };
}

/** Asks for the menu while the frame that shows it is still loading. */
export async function askMenu(services: Services): Promise<void> {
  const uid = readSession()?.uid;
  if (uid !== undefined) await services.queries.prefetchQuery(menuQuery(services, uid));
}

/** The entries of the menu, asked for or kept; rejects where there is neither. */
export async function askMenuEntries(services: Services): Promise<MenuEntry[]> {
  const uid = readSession()?.uid;
  return uid === undefined ? [] : buildMenu(await services.queries.fetchQuery(menuQuery(services, uid)));
}

/** The same as they were known last, asked for only where nothing is known. */
export async function knownMenuEntries(services: Services, uid: number): Promise<MenuEntry[]> {
  return buildMenu(await services.queries.ensureQueryData(menuQuery(services, uid)));
}

/** The permission keys of a menu node: asked anew whenever it is opened, from this device when there is no network. */
export async function askPermissions(services: Services, at: { uid: number; nodeId: number }): Promise<string[]> {
  const input = { ...menuInput, parent_id: at.nodeId };
  return await keptRead(services, permissionsCall, { input, uid: at.uid, name: `permissions/${at.nodeId}` });
}

/** The kept permission keys of a node, whatever their age; null when none were ever had. */
export async function keptPermissions(
  services: Services,
  at: { uid: number; nodeId: number },
): Promise<string[] | null> {
  const { references } = await services.local();
  return (await references.get<string[]>({ uid: at.uid, name: `permissions/${at.nodeId}`, schema }))?.value ?? null;
}

/** Raised when the shape of a kept menu or permission set changes. */
const schema = 1;

function menuQuery(services: Services, uid: number) {
  return queryOptions({
    queryKey: ['menu', uid],
    queryFn: (): Promise<MenuNode[]> => keptRead(services, menuCall, { input: menuInput, uid, name: 'menu' }),
    staleTime: 60_000,
    // Runs without network too: the kept menu is the answer then.
    networkMode: 'always',
    retry: worthRetry,
    meta: bootMeta,
  });
}

/** Reads, and keeps what came; where nothing could come, what was kept last serves on, however old (design §6). */
async function keptRead<In, T>(
  services: Services,
  call: Call<In, { data: T }>,
  about: { input: In; uid: number; name: string },
): Promise<T> {
  const key = { uid: about.uid, name: about.name, schema };
  const sent = await services.wire.send(call, about.input, { hideLoading: true, ownWords: true });
  if (sent.ok) {
    // The databases are read when the page has nothing better to do.
    whenIdle(() => {
      services
        .local()
        .then(({ references }) => references.put(key, sent.value.data))
        .catch(reportError);
    });
    return sent.value.data;
  }
  if (isPassing(sent.failure)) {
    const kept = await services.local().then(({ references }) => references.get<T>(key));
    if (kept) return kept.value;
  }
  throw new CallFailed(sent.failure);
}
