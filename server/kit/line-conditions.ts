import type { Kysely } from 'kysely';
import { computedValues, emptyOf, haveConditions, isVisible } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { type Line, type LineChanges, readBareLines, withInitial } from './lines.ts';

interface Saving {
  /** The record with its lines; none of a new one. */
  ownerId: number | undefined;
  /** The record as this save leaves it. */
  record: Readonly<Record<string, unknown>>;
  changes: LineChanges | undefined;
  /** The definition as whoever saves knows it. */
  seen: AnyDefinition;
}

/**
 * What a save changes in the lines, with all that follows from it: computed fields, worked out of what is stored where
 * whoever saves does not see it, and lines that were not sent but depend on what was changed in the record. A value that was
 * sent for a field that its line does not have stays, and is refused with the whole.
 */
export async function followedLines(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { ownerId, record, changes, seen }: Saving,
): Promise<LineChanges | undefined> {
  const fields = definition.lines?.fields ?? {};
  if (!haveConditions(fields)) return changes;
  const stored = ownerId === undefined ? [] : await readBareLines(db, definition, ownerId);
  const known = new Map(stored.map((line) => [line.id, line]));
  const put = (changes?.put ?? []).map((line) => {
    const whole = { ...withInitial(definition, line), ...unseenOf(known.get(line.id), fields, seen) };
    return { ...line, ...computedValues(fields, whole, record) };
  });
  const touched = new Set([...put.map(({ id }) => id), ...(changes?.remove ?? [])]);
  const left = changes?.whole ? [] : stored.filter(({ id }) => !touched.has(id));
  const followed = left.flatMap((line) => {
    const next = settledLine(fields, line, record);
    return Object.keys(fields).some((name) => JSON.stringify(line[name]) !== JSON.stringify(next[name])) ? [next] : [];
  });
  if (!changes && followed.length === 0) return undefined;
  return { put: [...put, ...followed], remove: changes?.remove ?? [], whole: changes?.whole ?? false };
}

function settledLine(fields: Fields, line: Line, record: Saving['record']): Line {
  const settled = { ...line };
  for (const [name, field] of Object.entries(fields))
    if (!isVisible(field, line, record)) settled[name] = emptyOf(field);
  return { ...settled, ...computedValues(fields, settled, record) };
}

function unseenOf(line: Line | undefined, fields: Fields, seen: AnyDefinition): Partial<Line> {
  if (!line) return {};
  const unseen = Object.keys(fields).filter((name) => !(name in (seen.lines?.fields ?? {})));
  return Object.fromEntries(unseen.map((name) => [name, line[name]]));
}
