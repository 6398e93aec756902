import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql, type Transaction } from 'kysely';
import { escapeLiteral } from 'pg';
import { codeOf } from '../platform/startup-error.ts';
import { begin, commit } from './prepared.ts';

export type Tx = Transaction<unknown>;

/**
 * Runs `work` in one READ COMMITTED transaction that waits at most 5 s for a lock (55P03) and 30 s for a statement (57014).
 * A serialization failure (40001) or deadlock (40P01) rolls back and runs the whole of `work` again, up to 3 times, so `work` must
 * do nothing outside the database. Any other error, also a connection lost at commit, is thrown: only an op id can tell what became of it.
 */
export async function inTransaction<T>(
  db: Kysely<unknown>,
  work: (tx: Tx, opened: readonly unknown[]) => Promise<T>,
  ends: Ends<T> = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await once(db, work, ends);
    } catch (error) {
      if (attempt > retries || !worthRetrying.has(codeOf(error) ?? '')) throw error;
      await sleep(attempt * 5 + Math.random() * 20);
    }
  }
}

/**
 * Statements that go to the database with `begin` and with `commit`, in the same message, so that they cost no round trip of their own.
 * They are whole texts, for such a message takes no values: what stands in them has gone through `literal`. One that fails ends the
 * transaction before anything that comes after it, `commit` included.
 */
export interface Ends<T> {
  /** `work` is given its rows. */
  readonly opening?: string;
  /** What is written last, which depends on what `work` did; none where it answers undefined. */
  closing?(result: T): string | undefined;
}

/** A value as it stands in the text of a statement. */
export function literal(value: string | number | null): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : escapeLiteral(value);
}

const retries = 3;
const worthRetrying = new Set(['40001', '40P01']);

// Begun by hand rather than by Kysely's own `transaction()`: the limits come with the greeting, and a rollback that fails
// because the connection is gone does not hide why there was one.
async function once<T>(
  db: Kysely<unknown>,
  work: (tx: Tx, opened: readonly unknown[]) => Promise<T>,
  { opening, closing }: Ends<T>,
): Promise<T> {
  return await db.connection().execute(async (connection) => {
    try {
      const { rows } = await sql.raw(joined(begin, opening)).execute(connection);
      const result = await work(connection as Tx, rows);
      await sql.raw(joined(closing?.(result), commit)).execute(connection);
      return result;
    } catch (error) {
      await rollBack(connection);
      throw error;
    }
  });
}

const joined = (...texts: (string | undefined)[]): string => texts.filter((text) => text !== undefined).join('; ');

async function rollBack(connection: Kysely<unknown>, to = sql`rollback`): Promise<void> {
  try {
    await to.execute(connection);
  } catch {
    // A connection that cannot roll back is gone, and its transaction with it; the caller throws what came first.
  }
}

/** Runs `work` so that an error undoes what it did and nothing before it: the transaction goes on. */
export async function inSavepoint<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`savepoint part`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint part`.execute(tx);
    return result;
  } catch (error) {
    await rollBack(tx, sql`rollback to savepoint part`);
    throw error;
  }
}
