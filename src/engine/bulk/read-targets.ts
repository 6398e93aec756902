import { fieldOf } from '#contract/kit/base-fields.ts';
import { type BulkTarget, bulkFields, bulkKeys } from '#contract/kit/bulk.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';

/** A record that somebody named and where: the row of their sheet or list. Null where the row names none. */
export interface NamedTarget {
  readonly row: number;
  readonly target: BulkTarget | null;
}

/** What the rows of a sheet name. */
export interface TargetsRead {
  readonly targets: readonly NamedTarget[];
  /** Fields that rows bring values of their own for. */
  readonly names: readonly string[];
  /** Headings of columns that mean nothing here. */
  readonly ignored: readonly string[];
}

/** Labels of the columns by which a record is named, its number first. */
export const keyLabels = (definition: AnyDefinition): string[] =>
  bulkKeys(definition).map((name) => fieldOf(definition, name).label);

/**
 * Reads the rows of a sheet as records and values: a heading says what its columns are; without one there is one column, which
 * names the records. Empty cells say nothing, empty rows are none.
 */
export function readTargets(
  definition: AnyDefinition,
  rows: readonly (readonly string[])[],
): TargetsRead | { readonly words: string } {
  const keys = keyLabels(definition);
  const names = new Map(Object.entries(bulkFields(definition)).map(([name, { label }]) => [label, name]));
  const [first = []] = rows;
  const headed = first.some((cell) => keys.includes(cell) || names.has(cell));
  // The best of them: where the number stands beside the title, the title is a value.
  const keyAt = headed ? first.indexOf(keys.find((key) => first.includes(key)) ?? '') : 0;
  if (keyAt < 0) return { words: `缺少“${keys.join('”或“')}”列` };
  if (!headed && rows.some((row) => row.slice(1).some((cell) => cell !== '')))
    return { words: `多列的表格请带标题行：${[...keys.slice(0, 1), ...names.keys()].join('、')}` };
  const columns = headed
    ? first.flatMap((cell, at) => (at === keyAt ? [] : [{ at, cell, name: names.get(cell) }]))
    : [];
  const own = columns.flatMap(({ at, name }) => (name === undefined ? [] : [{ at, name }]));
  return {
    targets: rows.flatMap((row, at) => {
      if ((headed && at === 0) || row.every((cell) => cell === '')) return [];
      return [{ row: at + 1, target: targetOf(row, { keyAt, own }) }];
    }),
    names: own.map(({ name }) => name),
    ignored: columns.flatMap(({ cell, name }) => (name === undefined && cell !== '' ? [cell] : [])),
  };
}

function targetOf(
  row: readonly string[],
  { keyAt, own }: { keyAt: number; own: readonly { at: number; name: string }[] },
): BulkTarget | null {
  const key = row[keyAt] ?? '';
  if (key === '') return null;
  const texts = Object.fromEntries(own.map(({ at, name }) => [name, row[at] ?? '']).filter(([, text]) => text !== ''));
  return own.length === 0 ? { key } : { key, texts };
}
