import { type Kysely, sql } from 'kysely';
import { emptyOf } from '#contract/kit/conditions.ts';
import { type AnyDefinition, linesTableOf, type StoredLine, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { storageOf } from './kinds/index.ts';
import { type Titles, titlesOf } from './record-query.ts';

export type Line = Record<string, unknown> & { id?: number };

/** A line of a document as its table has it; values by name where its definition is not known. */
export type LineRow<D extends AnyDefinition = AnyDefinition> = AnyDefinition extends D ? Line : StoredLine<D>;

/**
 * Lines of a record with what their references show, in their own order: all of them, for a document is judged whole.
 * For people, so `definition` is as the reader knows it.
 */
export async function readLines(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { actor, ownerId }: { actor: Actor; ownerId: number },
): Promise<Line[]> {
  return await linesWith(db, definition, { ownerId, titles: titlesOf(definition.lines?.fields ?? {}, 'p', { actor }) });
}

/** The same without what references show: for rules and effects, which must see every line and need only ids. */
export async function readBareLines<D extends AnyDefinition>(
  db: Kysely<unknown>,
  definition: D,
  ownerId: number,
): Promise<LineRow<D>[]> {
  const rows = await linesWith(db, definition, { ownerId, titles: { columns: sql``, joins: sql`` } });
  return rows as LineRow<D>[];
}

interface LinesOf {
  ownerId: number;
  titles: Titles;
}

async function linesWith(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { ownerId, titles }: LinesOf,
): Promise<Line[]> {
  const names = ['id', ...Object.keys(definition.lines?.fields ?? {})];
  const columns = sql.join(names.map((name) => sql.ref(`p.${name}`)));
  const { rows } = await sql<Line>`
    select ${columns}${titles.columns} from ${sql.table(linesTableOf(definition))} as p ${titles.joins}
    where ${sql.ref(`p.${ownerColumn(definition)}`)} = ${ownerId} order by p.id`.execute(db);
  return rows;
}

/** Column of a line that names its record. */
export const ownerColumn = (definition: AnyDefinition): string => `${tableOf(definition)}_id`;

/** What a save wants of the lines: put these, take those away. `whole`: whatever is not put is taken away. */
export interface LineChanges {
  put: Line[];
  remove: number[];
  whole: boolean;
}

/** Reads a save's `lines` (all of them) or `line_changes` (some of them); undefined when it sends neither. */
export function lineChangesOf(input: Record<string, unknown>): LineChanges | undefined {
  if (Array.isArray(input.lines)) return { put: input.lines as Line[], remove: [], whole: true };
  const changes = input.line_changes as { put: Line[]; remove: number[] } | undefined;
  return changes && { ...changes, whole: false };
}

/**
 * Writes lines as sets: one delete, one update, one insert, however many lines. A line id that is not this record's
 * is refused by name; nothing is written then. `seen`: the definition as whoever saves knows it; what they cannot see
 * of a line that is there stays as it is.
 */
export async function saveLines(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { ownerId, changes, seen }: { ownerId: number; changes: LineChanges; seen: AnyDefinition },
): Promise<void> {
  const fields = Object.entries(definition.lines?.fields ?? {}).filter(([, field]) => !field.derived || field.compute);
  const names = fields.map(([name]) => name);
  const changeable = fields
    .filter(([name, field]) => field.compute || (seen.lines && name in seen.lines.fields))
    .map(([name]) => name);
  const table = sql.table(linesTableOf(definition));
  const owner = sql.ref(ownerColumn(definition));
  const known = changes.put.flatMap((line, index) => (line.id === undefined ? [] : [{ ...line, id: line.id, index }]));
  const fresh = changes.put.filter((line) => line.id === undefined);
  refuseTwice(known, changes.remove);
  const recordset = sql.raw(
    fields.map(([name, field]) => `"${name}" ${bareType(storageOf(field).column(name, field))}`).join(', '),
  );

  await refuseForeign(db, definition, { ownerId, known });
  if (changes.whole)
    await sql`delete from ${table} where ${owner} = ${ownerId} and not (id = any(${known.map((line) => line.id)}))`.execute(
      db,
    );
  if (changes.remove.length > 0)
    await sql`delete from ${table} where ${owner} = ${ownerId} and id = any(${changes.remove})`.execute(db);
  if (known.length > 0) {
    const sets = sql.join(changeable.map((name) => sql`${sql.ref(name)} = e.${sql.ref(name)}`));
    await sql`
      update ${table} as l set ${sets}
      from jsonb_to_recordset(${JSON.stringify(known.map((line) => withInitial(definition, line)))}::jsonb) as e (id bigint, ${recordset})
      where l.id = e.id and l.${owner} = ${ownerId}`.execute(db);
  }
  if (fresh.length > 0) {
    const columns = sql.join(names.map((name) => sql.ref(name)));
    await sql`
      insert into ${table} (${owner}, ${columns})
      select ${ownerId}, ${columns}
      from rows from (jsonb_to_recordset(${JSON.stringify(fresh.map((line) => withInitial(definition, line)))}::jsonb) as (${recordset})) with ordinality
      order by ordinality`.execute(db);
  }
}

// Of two values for one line only one could be kept, and nothing of a line that goes as well.
function refuseTwice(known: readonly { id: number; index: number }[], removed: readonly number[]): void {
  const places = new Map<number, number>();
  const gone = new Set(removed);
  for (const { id, index } of known) {
    const first = places.get(id);
    const words = first === undefined ? '既要修改又要删除' : `与第 ${first + 1} 行是同一行`;
    if (first !== undefined || gone.has(id))
      throw new Refusal('invalid', `第 ${index + 1} 行${words}`, `lines.${index}.id`);
    places.set(id, index);
  }
}

async function refuseForeign(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { ownerId, known }: { ownerId: number; known: { id: number; index: number }[] },
): Promise<void> {
  if (known.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from ${sql.table(linesTableOf(definition))} where ${sql.ref(ownerColumn(definition))} = ${ownerId} and id = any(${known.map((line) => line.id)})`.execute(
    db,
  );
  const ours = new Set(rows.map((row) => row.id));
  const foreign = known.find((line) => !ours.has(line.id));
  if (foreign) throw new Refusal('notFound', `第 ${foreign.index + 1} 行不存在或已被删除`, `lines.${foreign.index}.id`);
}

/** A line as it is stored: what is empty holds what a new one starts with. */
export function withInitial(definition: AnyDefinition, line: Line): Line {
  const filled: Line = { ...line };
  for (const [name, field] of Object.entries(definition.lines?.fields ?? {})) filled[name] ??= emptyOf(field);
  return filled;
}

// `text check (…)` or `bigint references …` as a column; `text`, `bigint` in a record set.
function bareType(column: string): string {
  return column.split(' ')[0] ?? column;
}
