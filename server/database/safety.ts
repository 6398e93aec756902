import { type Kysely, sql } from 'kysely';
import { reasonOf, StartupError } from '../platform/startup-error.ts';
import { schemaLock } from './migrate.ts';

/**
 * Refuses, with one line in a StartupError, a database that could lose an acknowledged write or cannot do what we ask of it:
 * older than 15, fsync / full_page_writes / synchronous_commit off (reference/reliability R15), read-only, not UTF-8, no Chinese
 * collation, no pg_trgm. Answers with what works but worse, a line each, for the caller to log.
 */
export async function checkSafety(db: Kysely<unknown>): Promise<string[]> {
  const refusal = refusalFor(await readFacts(db));
  if (refusal !== undefined) throw new StartupError(`the database cannot be used: ${refusal}`);
  return await tryTrigrams(db);
}

/** What a database says about itself, in PostgreSQL's own words; `version` as in 150004. */
export interface Facts {
  version: number;
  fsync: string;
  full_page_writes: string;
  synchronous_commit: string;
  read_only: string;
  encoding: string;
  chinese: boolean;
}

/** The first reason not to use a database with these facts, if there is one. */
export function refusalFor(facts: Facts): string | undefined {
  return refusals.find((rule) => rule.applies(facts))?.text(facts);
}

async function readFacts(db: Kysely<unknown>): Promise<Facts> {
  const answer = await sql<Facts>`
    select current_setting('server_version_num')::int as version,
           current_setting('fsync') as fsync,
           current_setting('full_page_writes') as full_page_writes,
           current_setting('synchronous_commit') as synchronous_commit,
           current_setting('transaction_read_only') as read_only,
           current_setting('server_encoding') as encoding,
           exists (select from pg_collation where collname = 'zh-x-icu') as chinese`.execute(db);
  const [facts] = answer.rows;
  if (facts === undefined) throw new Error('the database did not answer the safety question');
  return facts;
}

const refusals: { applies(facts: Facts): boolean; text(facts: Facts): string }[] = [
  {
    applies: (facts) => facts.version < 150_000,
    text: (facts) => `PostgreSQL 15 or newer is needed, this is ${Math.floor(facts.version / 10_000)}`,
  },
  { applies: (facts) => facts.fsync !== 'on', text: () => 'fsync is off, so a power cut would lose data' },
  {
    applies: (facts) => facts.full_page_writes !== 'on',
    text: () => 'full_page_writes is off, so a power cut could damage tables',
  },
  {
    applies: (facts) => facts.synchronous_commit === 'off',
    text: () => 'synchronous_commit is off, so a crash would lose acknowledged work',
  },
  { applies: (facts) => facts.read_only === 'on', text: () => 'it is read-only (a standby?)' },
  {
    applies: (facts) => facts.encoding !== 'UTF8',
    text: (facts) => `its encoding is ${facts.encoding}, UTF8 is needed`,
  },
  { applies: (facts) => !facts.chinese, text: () => 'it has no collation "zh-x-icu" (built without ICU?)' },
];

/** Makes pg_trgm in a transaction that is rolled back: the only sure way to know that this user may. */
async function tryTrigrams(db: Kysely<unknown>): Promise<string[]> {
  const trial = await db.startTransaction().execute();
  try {
    await sql`select pg_advisory_xact_lock(${schemaLock})`.execute(trial);
    await sql`create extension if not exists pg_trgm`.execute(trial);
    const seen = await sql<{ seen: number }>`select cardinality(show_trgm('货品')) as seen`.execute(trial);
    return (seen.rows[0]?.seen ?? 0) > 0 ? [] : [blindToChinese];
  } catch (error) {
    throw new StartupError(`the database cannot be used: pg_trgm cannot be created: ${reasonOf(error)}`);
  } finally {
    await trial.rollback().execute();
  }
}

const blindToChinese =
  'the database was made with a locale that does not know Chinese letters (LC_CTYPE "C"): searches in Chinese will be slow';
