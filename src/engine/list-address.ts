import { fieldOf } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { isGiven } from '#contract/kit/given.ts';
import { limits } from '#contract/kit/limits.ts';
import { shownNames } from '#contract/kit/mask.ts';
import type { Values } from './row.ts';

/** What a list is asked by its person. Filter values stand under their wire names (`status`, `created_at_from`). */
export interface ListState {
  readonly filters: Values;
  readonly keyword: string;
  /** Field name, `-` for descending; undefined for the definition's own order. */
  readonly sort: string | undefined;
  readonly page: number;
  readonly pageSize: number;
}

/** A list nobody has asked anything yet. */
export const freshList: ListState = { filters: {}, keyword: '', sort: undefined, page: 1, pageSize: limits.pageSize };

/** Wire names of a definition's filters: a range has two. */
export function filterNames(definition: AnyDefinition, filters: readonly string[] = definition.list.filters): string[] {
  return filters.flatMap((name) =>
    fieldOf(definition, name).kind.filter === 'range' ? [`${name}_from`, `${name}_to`] : [name],
  );
}

/** Reads a list's state from the address. What is not of this list is left alone; nonsense numbers count as absent. */
export function readAddress(definition: AnyDefinition, params: URLSearchParams): ListState {
  const filters: Record<string, unknown> = {};
  for (const name of filterNames(definition)) {
    const text = params.get(name);
    if (text !== null && text !== '') filters[name] = decode(text);
  }
  return {
    filters,
    keyword: params.get('keyword') ?? '',
    sort: sortOf(definition, params.get('sort')),
    page: whole(params.get('page')) ?? 1,
    pageSize: Math.min(whole(params.get('page_size')) ?? limits.pageSize, limits.pageSizeMost),
  };
}

/** Writes a list's state into an address, keeping what else stands there. Defaults are left out: short links. */
export function writeAddress(definition: AnyDefinition, params: URLSearchParams, state: ListState): URLSearchParams {
  const written = new URLSearchParams(params);
  const put = (name: string, text: string | undefined) => (text ? written.set(name, text) : written.delete(name));
  for (const name of filterNames(definition))
    put(name, isGiven(state.filters[name]) ? encode(state.filters[name]) : undefined);
  put('keyword', state.keyword);
  put('sort', state.sort);
  put('page', state.page === 1 ? undefined : String(state.page));
  put('page_size', state.pageSize === limits.pageSize ? undefined : String(state.pageSize));
  return written;
}

// A link may come from somebody who sees more.
function sortOf(definition: AnyDefinition, sort: string | null): string | undefined {
  return sort !== null && shownNames(definition, [sort.replace(/^-/, '')]).length > 0 ? sort : undefined;
}

// Plain text stands as it is; whatever JSON would read as something else is written as JSON, so that both ways agree.
function encode(value: unknown): string {
  return typeof value === 'string' && decode(value) === value ? value : JSON.stringify(value);
}

function decode(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // Not JSON: the text itself.
    return text;
  }
}

function whole(text: string | null): number | undefined {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value > 0 ? value : undefined;
}
