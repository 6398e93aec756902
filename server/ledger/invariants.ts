import { readdirSync, readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { definitions } from '#contract/definitions.ts';
import { documentLaws } from './document-laws.ts';

/** One statement about the books that must hold at every moment: its query answers the rows that break it. */
export interface Invariant {
  readonly name: string;
  readonly query: string;
}

/** The rows that break an invariant, at most `shownRows` of them. */
export interface Broken {
  readonly name: string;
  readonly rows: readonly unknown[];
}

const folder = new URL('./invariants/', import.meta.url);
const shownRows = 20;

/** Every invariant of the house, by name: those that every document is under, and those that stand in files of their own. */
export function invariants(): readonly Invariant[] {
  known ??= readInvariants();
  return known;
}

let known: readonly Invariant[] | undefined;

function readInvariants(): Invariant[] {
  const own = readdirSync(folder)
    .filter((file) => file.endsWith('.sql'))
    .map((file) => ({ name: file.replace(/\.sql$/, ''), query: readFileSync(new URL(file, folder), 'utf8') }));
  return [...own, ...documentLaws(definitions)].sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** The first rows that break an invariant, as its `query` gives them. */
export async function rowsBreaking(db: Kysely<unknown>, query: string): Promise<unknown[]> {
  const { rows } = await sql.raw(firstOf(query)).execute(db);
  return rows;
}

/** Checks every invariant on one snapshot; an empty answer means the books are right. */
export async function brokenInvariants(db: Kysely<unknown>): Promise<Broken[]> {
  return await db.transaction().setIsolationLevel('repeatable read').execute(brokenWithin);
}

/**
 * The same as a transaction sees the books that has begun. The connection keeps the plans, which take longer to make than to follow:
 * whoever asks again on it is answered in a fifth of the time.
 */
export async function brokenWithin(tx: Kysely<unknown>): Promise<Broken[]> {
  const { rows: plans } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(tx);
  const kept = new Set(plans.map((plan) => plan.name));
  const broken: Broken[] = [];
  for (const [place, { name, query }] of invariants().entries()) {
    // A name may be longer than PostgreSQL takes one.
    const plan = sql.id(`law_${place}`);
    if (!kept.has(`law_${place}`)) await sql`prepare ${plan} as ${sql.raw(firstOf(query))}`.execute(tx);
    const { rows } = await sql`execute ${plan}`.execute(tx);
    if (rows.length > 0) broken.push({ name, rows });
  }
  return broken;
}

const firstOf = (query: string): string => `select * from (${query.replace(/;\s*$/, '')}) as broken limit ${shownRows}`;
