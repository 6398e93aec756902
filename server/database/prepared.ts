import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { Pool, PoolClient } from 'pg';

/** How every transaction of a call begins: its limits come with the greeting, which saves a round trip. */
export const begin = `begin isolation level read committed; set local lock_timeout = '5s'; set local statement_timeout = '30s'`;

/** How it ends. Either may go with a statement in the same message (`Ends`). */
export const commit = 'commit';

/**
 * The pool as Kysely sees it: statements with values that come again and again are prepared, once for each connection, from
 * `begin` to the end of a transaction. Writes are few texts used over and over, and planning them was half of what a posting cost (tests/bench).
 * Reads are not: a list's plan depends on what it is asked for, and a plan for anybody would be the wrong one.
 */
export function prepared(pool: Pool): PostgresPool {
  const clients = new WeakMap<PoolClient, PostgresPoolClient>();
  return {
    connect: async () => {
      const client = await pool.connect();
      const known = clients.get(client) ?? naming(client);
      clients.set(client, known);
      return known;
    },
    end: () => pool.end(),
  };
}

// Each connection keeps a plan for each of them: no more than this, and only for texts that come again and again. An edit
// that sets three fields of ten is a text of its own; were it named at once, the names would be gone before the first posting.
const mostNames = 200;
const usesBeforeName = 5;
const names = new Map<string, string>();
const uses = new Map<string, number>();
const mostCounted = 2000;

function naming(client: PoolClient): PostgresPoolClient {
  let writing = false;
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    // A message of several statements has no values; what it answers is what the last of them does.
    if (values.length === 0) {
      if (text.startsWith(begin)) writing = true;
      if (text === commit || text.endsWith(`; ${commit}`) || text === 'rollback') writing = false;
      const answered: unknown = await client.query(text);
      return Array.isArray(answered) ? answered.at(-1) : answered;
    }
    const name = writing ? nameOf(text) : undefined;
    return await (name === undefined
      ? client.query(text, [...values])
      : client.query({ name, text, values: [...values] }));
  };
  return {
    query: query as PostgresPoolClient['query'],
    release: () => {
      // A connection that broke never said `rollback`.
      writing = false;
      client.release();
    },
  };
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNames) return known;
  const used = (uses.get(text) ?? 0) + 1;
  if (used < usesBeforeName) {
    // What is rare enough to be forgotten here was not worth a name.
    if (uses.size >= mostCounted) uses.clear();
    uses.set(text, used);
    return undefined;
  }
  uses.delete(text);
  const name = `call_${names.size + 1}`;
  names.set(text, name);
  return name;
}
