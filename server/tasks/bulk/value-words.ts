import { sql } from 'kysely';
import type { BulkChange } from '#contract/kit/bulk.ts';
import { tableOf } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';

/** Values of some fields before and after. */
export interface Difference {
  readonly before: Values;
  readonly after: Values;
}

/**
 * Differences in words, by the fields that their reader knows: of others nothing is said. What a reference points to outside the
 * reader's data scope stays a number. One question for each field that refers to something, whatever the number of rows.
 */
export async function changesInWords(
  context: Pick<ReadContext, 'db' | 'actor'>,
  fields: Fields,
  differences: readonly Difference[],
): Promise<BulkChange[][]> {
  const titles = new Map<string, ReadonlyMap<number, string>>();
  for (const [name, field] of Object.entries(fields)) {
    const ids = differences.flatMap(({ before, after }) => [before[name], after[name]].flatMap(idsIn));
    if (field.target && ids.length > 0) titles.set(name, await titlesOf(context, field, ids));
  }
  const words = (name: string, field: Field, value: unknown): string => {
    if (value === null || value === undefined) return '';
    if (!field.target) return field.kind.print(value, field);
    return idsIn(value)
      .map((id) => titles.get(name)?.get(id) ?? String(id))
      .join('、');
  };
  return differences.map(({ before, after }) =>
    Object.entries(fields).flatMap(([name, field]) =>
      name in after
        ? [
            {
              name,
              label: field.label,
              before: words(name, field, before[name]),
              after: words(name, field, after[name]),
            },
          ]
        : [],
    ),
  );
}

const idsIn = (value: unknown): number[] => [value ?? []].flat() as number[];

async function titlesOf(
  { db, actor }: Pick<ReadContext, 'db' | 'actor'>,
  { target }: Field,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (!target) return new Map();
  const { rows } = await sql<{ id: number; title: string }>`
    select r.id, ${sql.ref(`r.${target().title}`)}::text as title from ${sql.table(tableOf(target()))} as r
    where r.id = any(${[...new Set(ids)]}::bigint[]) and ${isVisible(target(), actor, 'r')}`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
