import { menuCall } from '#contract/areas/access/calls.ts';
import { preferencesCall } from '#contract/areas/me/account.ts';
import type { OwnViews } from '#contract/areas/me/list-views.ts';
import type { Call } from '#contract/kit/call.ts';
import { readSession } from '#src/platform/session.ts';
import { startKeys } from '#src/platform/start-keys.ts';
import { peekStored } from '#src/platform/storage.ts';
import { type Bases, basesAddress, ownBases, readBases } from '#src/wire/bases.ts';
import { headersFor } from '#src/wire/headers.ts';
import { isFilePrefetched, prefetch, readPrefetched } from '#src/wire/prefetched.ts';
import { menuInput } from '../menu/menu-input.ts';
import { framesOf } from '../routing/frames.ts';
import type { StartList } from './start-table.ts';

interface Start {
  path: string;
  search: string;
  list: StartList | undefined;
  build: string;
}

/**
 * Asks what the first screen will ask: the rows of its list and, where this device has kept none, the menu, the person's
 * views and where the services live. Nothing where nobody is signed in: the way in leads through another page then.
 */
export function askForStart({ path, search, list, build }: Start): void {
  const caller = readSession();
  const device = peekStored(startKeys.device);
  if (!caller || typeof device !== 'string' || framesOf(path)[0] !== 'office') return;
  const kept = keptViews(caller.uid);
  const opensFresh = list !== undefined && search === '' && !kept?.own.tables[list.name]?.default_view;
  if (opensFresh) globalThis.startList = list;
  const questions: [Call, unknown][] = [
    ...(opensFresh ? [[list.call, list.input] satisfies [Call, unknown]] : []),
    ...(kept ? [] : [[preferencesCall, {}] satisfies [Call, unknown]]),
    ...(peekStored(startKeys.snapshot) ? [] : [[menuCall, menuInput] satisfies [Call, unknown]]),
  ];
  const headers = headersFor({ device, build }, caller, undefined);
  const ask = (bases: Bases) => {
    for (const [{ service, path: at }, input] of questions)
      prefetch({ url: bases[service] + at, headers, body: JSON.stringify(input) });
  };
  const known = peekStored(startKeys.bases);
  if (known) ask({ ...ownBases, ...known });
  else void askWhenTold(ask);
}

async function askWhenTold(ask: (bases: Bases) => void): Promise<void> {
  try {
    const answer = await readPrefetched(basesAddress);
    if (!answer.ok) return;
    const bases = readBases(await answer.clone().json());
    if (isFilePrefetched(basesAddress)) ask(bases);
  } catch {
    // Nobody tells: the application finds out for itself, and says so.
  }
}

function keptViews(uid: number): { own: OwnViews } | undefined {
  const kept = peekStored(startKeys.views) as { uid: number; own: OwnViews } | undefined;
  return kept?.uid === uid ? kept : undefined;
}
