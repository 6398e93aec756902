import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';
import type { Values } from './row.ts';

/** Query keys of one definition: everything read of it lies under its name, so that one write invalidates it all. */
export function keysOf(definition: { readonly name: string }) {
  const { name } = definition;
  return {
    all: [name] as const,
    list: (asked: Values) => [name, 'list', asked] as const,
    exact: (asked: Values) => [name, 'exact', asked] as const,
    whole: (asked: Values) => [name, 'whole', asked] as const,
    detail: (id: number | undefined) => [name, 'detail', id] as const,
    form: (id: number | undefined) => [name, 'form', id] as const,
    options: (asked: Values) => [name, 'options', asked] as const,
  };
}

/** After a write: whatever was read of this definition is old. Open forms keep what a person is typing into. */
export async function forget(client: QueryClient, definition: { readonly name: string }): Promise<void> {
  await forgetThese(client, { queryKey: keysOf(definition).all, predicate: isNoForm });
}

/** Whatever was read of anything is old, but for what open forms started from. */
export async function forgetAll(client: QueryClient): Promise<void> {
  await forgetThese(client, { predicate: isNoForm });
}

/**
 * What was read under these keys is old, and so is any answer that is on its way: what a screen shows or somebody waits
 * for is asked anew. Resolves when screens have their answers or know that they wait for the network.
 */
export async function forgetThese(client: QueryClient, filters: QueryFilters): Promise<void> {
  const running = client.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' });
  for (const query of running) if (keepsItsAnswer(query)) askAnew(query);
  await client.invalidateQueries(filters);
}

// The library gives up a running read only for a screen with data; elsewhere it would take the older answer for a fresh one.
const keepsItsAnswer = (query: Query): boolean => query.state.data === undefined || !query.isActive();

// Silent: no screen sees an error, and whoever waits for the older answer is given the newer one, or its failure.
function askAnew(query: Query): void {
  void query.cancel({ silent: true });
  query.fetch().catch(() => {});
}

const isNoForm = (query: Query): boolean => query.queryKey[1] !== 'form';
