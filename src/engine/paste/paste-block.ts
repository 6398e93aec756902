import type { Option } from '#contract/kit/calls.ts';
import type { Fields } from '#contract/kit/field.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Values } from '../row.ts';

/** Companion key under which a line keeps what was pasted for a reference and names nothing. */
export const unknownKey = (field: string): string => `${field}__unknown`;

/** Cells of a block copied from a sheet: rows by line breaks, columns by tabs; empty rows at the end are none. */
export function readBlock(text: string): string[][] {
  const rows = text
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .map((row) => row.split('\t').map((cell) => cell.trim()));
  while (rows.length > 0 && rows.at(-1)?.every((cell) => cell === '')) rows.pop();
  return rows;
}

/** Is it a block rather than one word? Only then does pasting mean more than typing. */
export function isBlock(text: string): boolean {
  const rows = readBlock(text);
  return rows.length > 1 || (rows[0]?.length ?? 0) > 1;
}

/**
 * Which fields the columns of a block mean. From the first field on, a block no wider than the required fields means
 * those (goods and quantity, whatever stands between); otherwise the fields follow one another.
 */
export function blockColumns(fields: Fields, { start, width }: { start: string; width: number }): string[] {
  const names = Object.keys(fields);
  const required = names.filter((name) => fields[name]?.required === true);
  if (start === names[0] && required[0] === start && width <= required.length) return required.slice(0, width);
  return names.slice(names.indexOf(start), names.indexOf(start) + width);
}

/** The texts of a block that name records, by the field they stand under. */
export function blockTexts(
  fields: Fields,
  block: readonly string[][],
  columns: readonly string[],
): Map<string, string[]> {
  const referring = columns.flatMap((name, at) => (fields[name]?.target ? [{ name, at }] : []));
  return new Map(referring.map(({ name, at }) => [name, block.map((row) => row[at] ?? '')]));
}

/** A block as values of lines. What a kind cannot read stays as typed, and the schema says so on its cell. */
export function blockValues(
  fields: Fields,
  block: readonly string[][],
  { columns, found }: { columns: readonly string[]; found: ReadonlyMap<string, ReadonlyMap<string, Option>> },
): { values: Values[]; unknown: string[] } {
  const unknown = new Set<string>();
  const values = block.map((row) => {
    const line: Record<string, unknown> = {};
    for (const [at, name] of columns.entries()) {
      const text = row[at] ?? '';
      const field = fields[name];
      if (!field || text === '') continue;
      if (!field.target) {
        line[name] = field.kind.parse(text, field) ?? text;
        continue;
      }
      const option = found.get(name)?.get(text);
      if (!option) unknown.add(text);
      Object.assign(line, {
        [name]: option?.id ?? null,
        [titleKey(name)]: option?.title ?? null,
        [`${name}__hint`]: option?.hint ?? null,
        [unknownKey(name)]: option ? null : text,
      });
    }
    return line;
  });
  return { values, unknown: [...unknown] };
}
