import type { Query, QueryClient } from '@tanstack/react-query';
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
  await client.invalidateQueries({ queryKey: keysOf(definition).all, predicate: isNoForm });
}

/** Whatever was read of anything is old, but for what open forms started from. */
export async function forgetAll(client: QueryClient): Promise<void> {
  await client.invalidateQueries({ predicate: isNoForm });
}

const isNoForm = (query: Query): boolean => query.queryKey[1] !== 'form';
