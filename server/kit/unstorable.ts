import { Refusal } from '#contract/kit/errors.ts';
import { labelOf } from './input-refusal.ts';
import type { Served } from './registry.ts';

/** SQLSTATEs of values that PostgreSQL does not take: out of range, bad text, bad encoding. */
export const unstorable: ReadonlySet<string> = new Set(['22003', '22P02', '22P05', '22021', '22007', '22008']);

/**
 * An error about a value that the database did not take, as a refusal that names the field which was sent with it: the one text with
 * U+0000 in it, or the value that PostgreSQL quotes. Where none was sent, the error stays as it is.
 */
export function namingItsField(error: unknown, { call, definition }: Served, body: unknown): unknown {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  if (!unstorable.has(code)) return error;
  const [, quoted] = /"([^"]*)"/.exec(message) ?? [];
  const zero = pathOf(body, (value) => typeof value === 'string' && value.includes('\0'));
  const path = zero ?? (quoted === undefined ? undefined : pathOf(body, (value) => String(value) === quoted));
  if (path === undefined) return error;
  const words = zero === undefined ? '这个值无法保存' : '含有无法保存的字符（U+0000）';
  return new Refusal('invalid', `${labelOf(definition, path.split('.'), call.path)}：${words}`, path);
}

/** The path of the first value inside a body that is sought; its fields by name, entries of lists by number. */
export function pathOf(body: unknown, isSought: (value: unknown) => boolean): string | undefined {
  const waiting: (readonly [path: string, value: unknown])[] = [['', body]];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const [path, value] = next;
    if (typeof value !== 'object' || value === null) {
      if (isSought(value)) return path;
    } else
      for (const [name, inner] of Object.entries(value)) waiting.push([path === '' ? name : `${path}.${name}`, inner]);
  }
  return undefined;
}
