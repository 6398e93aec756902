import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister';
import type { QueryClient } from '@tanstack/react-query';
import { persistQueryClient } from '@tanstack/react-query-persist-client';
import { limits } from '#contract/kit/limits.ts';
import { buildId } from '#src/platform/build.ts';
import { readSession } from '#src/platform/session.ts';
import { startKeys } from '#src/platform/start-keys.ts';
import { getStored, removeStored, setStored } from '#src/platform/storage.ts';

/** Queries that carry this are in the boot snapshot. Menu and user, nothing else. */
export const bootMeta = { boot: true } as const;

/**
 * Keeps a small copy of menu and user for the next start, so that the frame is whole at its first paint (design §6).
 * Disposable: it belongs to one person and one build, holds no mutation, and is dropped beyond 150 kB. What must be
 * there without the network stands in the reference cache. Resolves when the kept copy has been read.
 */
export function keepBootSnapshot(queries: QueryClient): Promise<void> {
  const [, restored] = persistQueryClient({
    queryClient: queries,
    persister: createSyncStoragePersister({
      storage: storedTexts,
      key: startKeys.snapshot,
      throttleTime: 1000,
      serialize: (client) => {
        const text = JSON.stringify(client);
        return text.length <= mostLetters ? text : '';
      },
      deserialize: (text) => JSON.parse(text),
    }),
    maxAge: limits.referenceSeconds * 1000,
    buster: `${readSession()?.uid ?? 0}/${buildId()}`,
    dehydrateOptions: {
      shouldDehydrateQuery: (query) => query.meta?.['boot'] === true && query.state.status === 'success',
      shouldDehydrateMutation: () => false,
    },
  });
  return restored;
}

/** 150 kB of UTF-16, the unit in which local storage counts. */
const mostLetters = 75_000;

const storedTexts = {
  getItem: (key: string): string | null => {
    const stored = getStored<string>(key);
    return stored.found === 'value' && stored.value !== '' ? stored.value : null;
  },
  setItem: (key: string, text: string): void => {
    // Its age is `maxAge`'s business: nobody needs to be told that a disposable copy has expired.
    setStored(key, text);
  },
  removeItem: removeStored,
};
