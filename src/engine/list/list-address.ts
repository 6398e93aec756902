import { filterNames } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { isGiven } from '#contract/kit/given.ts';
import { limits } from '#contract/kit/limits.ts';
import { shownNames } from '#contract/kit/mask.ts';
import type { Values } from '../row.ts';

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

/**
 * Reads a list's state from the address, which says where it differs from `base`: the view that it names, or a fresh list. What
 * is not of this list is left alone; nonsense numbers count as absent.
 */
export function readAddress(definition: AnyDefinition, params: URLSearchParams, base = freshList): ListState {
  const filters: Record<string, unknown> = {};
  for (const name of filterNames(definition)) {
    const text = params.get(name);
    const value = text === null ? base.filters[name] : text === '' ? undefined : decode(text);
    if (value !== undefined) filters[name] = value;
  }
  const sort = params.get('sort');
  return {
    filters,
    keyword: params.get('keyword') ?? base.keyword,
    sort: sort === null ? base.sort : sortOf(definition, sort),
    page: whole(params.get('page')) ?? 1,
    pageSize: Math.min(whole(params.get('page_size')) ?? limits.pageSize, limits.pageSizeMost),
  };
}

/** Writes a list's state into an address, keeping what else stands there. What is as in `base` is left out: short links. */
export function writeAddress(
  definition: AnyDefinition,
  params: URLSearchParams,
  state: ListState,
  base = freshList,
): URLSearchParams {
  const written = new URLSearchParams(params);
  const put = (name: string, text: string, usual: string) =>
    text === usual ? written.delete(name) : written.set(name, text);
  for (const name of filterNames(definition)) put(name, textOf(state.filters[name]), textOf(base.filters[name]));
  put('keyword', state.keyword, base.keyword);
  put('sort', state.sort ?? '', base.sort ?? '');
  put('page', String(state.page), '1');
  put('page_size', String(state.pageSize), String(limits.pageSize));
  return written;
}

/** Is anything of a list asked in this address? */
export function asksAnything(definition: AnyDefinition, params: URLSearchParams): boolean {
  return ['keyword', 'sort', 'page', ...filterNames(definition)].some((name) => params.has(name));
}

// A link may come from somebody who sees more.
function sortOf(definition: AnyDefinition, sort: string): string | undefined {
  return sort && shownNames(definition, [sort.replace(/^-/, '')]).length > 0 ? sort : undefined;
}

const textOf = (value: unknown): string => (isGiven(value) ? encode(value) : '');

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
