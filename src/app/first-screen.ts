import type { QueryClient } from '@tanstack/react-query';
import { read, worthRetry } from '#src/engine/failure.ts';
import { awaitFirstRows } from '#src/engine/list/first-rows.ts';
import { keysOf } from '#src/engine/query-keys.ts';
import { painted } from '#src/platform/painted.ts';
import type { StartList } from './boot/start-table.ts';
import type { Services } from './services.ts';

/**
 * Puts the rows of the first list, which the first script has asked for, where the list looks for them. It draws them at
 * once when its own code is there, and asks nothing again.
 */
export function takeStartList({ queries, wire }: Pick<Services, 'queries' | 'wire'>): void {
  const list: StartList | undefined = globalThis.startList;
  if (!list) return;
  globalThis.startList = undefined;
  awaitFirstRows();
  void queries.prefetchQuery({
    queryKey: keysOf(list).list(list.input),
    queryFn: ({ signal }) => read(wire, list.call, { input: list.input, signal }),
    retry: worthRetry,
  });
}

/** Resolves when the first screen has what it shows: its code (`parts`) has come and nothing that was asked is still awaited; after 10 s in any case. */
export async function firstScreen(queries: QueryClient, parts: Promise<void>): Promise<void> {
  await Promise.race([standing(queries, parts), new Promise<void>((resolve) => setTimeout(resolve, patience))]);
}

async function standing(queries: QueryClient, parts: Promise<void>): Promise<void> {
  await parts;
  // Drawn, and so asked what it asks.
  await painted();
  await new Promise<void>((resolve) => {
    let stop = () => {};
    const look = () => {
      if (queries.isFetching() > 0) return;
      stop();
      resolve();
    };
    stop = queries.getQueryCache().subscribe(look);
    look();
  });
  await painted();
}

/** Milliseconds. */
const patience = 10_000;
