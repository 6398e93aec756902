import { type RawBuilder, sql } from 'kysely';
import { accessesOf } from '#contract/areas/shell/addresses.ts';
import { type AnyDefinition, isDocument, tableOf } from '#contract/kit/definition.ts';
import type { Related, RelatedKind } from '#contract/kit/document-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { allows } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext } from '../call-context.ts';
import { whereClause } from '../list-query.ts';
import { readRecord } from '../read-record.ts';
import { type Link, links, nodeOf } from './links.ts';

/** What a document comes from and what came of it, as far as its reader may see each of them. */
export async function readRelated(context: ReadContext, definition: AnyDefinition, id: number): Promise<Related> {
  const record = await readRecord(context.db, definition, { actor: context.actor, id });
  if (!record) throw new Refusal('notFound');
  const start = { name: definition.name, id };
  const before = await walk(context, start, 'before');
  return { before: before.toReversed(), after: await walk(context, start, 'after') };
}

type Way = 'before' | 'after';
/** Ids by the name of their definition. */
type Found = Map<string, Set<number>>;

/** From an order to the voucher of its payment: steps of a way. */
const furthest = 9;
/** Records that one step goes on from, for each link. */
const broadest = 60;
/** Records of one kind that are named. */
const most = 8;

/** Goes on from record to record in one direction, never back: what is beside the way is not of the document. */
async function walk(context: ReadContext, start: { name: string; id: number }, way: Way): Promise<RelatedKind[]> {
  const seen: Found = new Map([[start.name, new Set([start.id])]]);
  const kinds: RelatedKind[] = [];
  let frontier: Found = new Map([[start.name, new Set([start.id])]]);
  for (let step = 0; step < furthest && frontier.size > 0; step += 1) {
    const next: Found = new Map();
    for (const { name, id } of await neighbours(context, frontier, way)) {
      const known = seen.get(name) ?? new Set<number>();
      if (known.has(id)) continue;
      seen.set(name, known.add(id));
      next.set(name, (next.get(name) ?? new Set<number>()).add(id));
    }
    frontier = next;
  }
  for (const [name, ids] of seen) {
    if (name === start.name) ids.delete(start.id);
    const kind = await kindOf(context, name, [...ids]);
    if (kind) kinds.push(kind);
  }
  return kinds;
}

async function neighbours({ db }: ReadContext, frontier: Found, way: Way): Promise<{ name: string; id: number }[]> {
  const asked = links.flatMap((link) => questionsOf(link, frontier, way));
  if (asked.length === 0) return [];
  const { rows } = await sql<{ name: string | null; id: number | null }>`${sql.join(asked, sql` union `)}`.execute(db);
  return rows.flatMap(({ name, id }) => (name !== null && id !== null && nodeOf(name) ? [{ name, id }] : []));
}

/** A link is gone from who names to what is named, or the other way round. */
function questionsOf(link: Link, frontier: Found, way: Way): RawBuilder<unknown>[] {
  const towards = link.onward ? 'after' : 'before';
  return way === towards ? named(link, frontier.get(link.of.name)) : naming(link, frontier);
}

function named({ table, owner, column, many, to }: Link, from: ReadonlySet<number> | undefined): RawBuilder<unknown>[] {
  if (!from) return [];
  const name = to === 'source' ? sql`r.source_type` : sql`${to.name}::text`;
  const id = many ? sql`unnest(${sql.ref(`r.${column}`)})` : sql.ref(`r.${column}`);
  return [
    sql`(select distinct ${name} as name, ${id} as id from ${sql.table(table)} as r where ${sql.ref(`r.${owner}`)} = any(${[...from]}::bigint[]) limit ${broadest})`,
  ];
}

function naming({ of, table, owner, column, many, to }: Link, frontier: Found): RawBuilder<unknown>[] {
  const sources = to === 'source' ? [...frontier] : [...frontier].filter(([name]) => name === to.name);
  return sources.map(([name, ids]) => {
    const held = sql.ref(`r.${column}`);
    const hits = many ? sql`${held} && ${[...ids]}::bigint[]` : sql`${held} = any(${[...ids]}::bigint[])`;
    const typed = to === 'source' ? sql`r.source_type = ${name} and ` : sql``;
    return sql`(select distinct ${of.name}::text as name, ${sql.ref(`r.${owner}`)} as id from ${sql.table(table)} as r where ${typed}${hits} order by 2 desc limit ${broadest})`;
  });
}

/** The records of one kind by number and state; undefined for what is no document and for what the caller may not see. */
async function kindOf(
  { db, actor }: ReadContext,
  name: string,
  ids: readonly number[],
): Promise<RelatedKind | undefined> {
  const definition = nodeOf(name);
  if (!definition || !isDocument(definition) || ids.length === 0) return undefined;
  if (!accessesOf(definition).every((access) => access !== undefined && allows(actor, access))) return undefined;
  const scoped = scopeCondition(definition, actor, 'r');
  const number = sql.ref(`r.${definition.number?.field ?? definition.title}`);
  const { rows } = await sql<{ id: number; no: string; status: number }>`
    select r.id, ${number} as no, r.status from ${sql.table(tableOf(definition))} as r
    ${whereClause([sql<boolean>`r.id = any(${ids}::bigint[])`, ...(scoped ? [scoped] : [])])} order by r.id desc limit ${most + 1}`.execute(
    db,
  );
  if (rows.length === 0) return undefined;
  return {
    doc: definition.name,
    label: definition.label,
    records: rows.slice(0, most).map(({ id, no, status }) => {
      const [label, , tone] = definition.states[status] ?? [];
      return { id, no, state: label !== undefined && tone !== undefined ? { label, tone } : null };
    }),
    more: rows.length > most,
  };
}
