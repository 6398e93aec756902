import { Kysely, PostgresDialect } from 'kysely';
import { Client, type ClientConfig, Pool } from 'pg';
import type { Log } from '../platform/log.ts';
import { codeOf, reasonOf, StartupError } from '../platform/startup-error.ts';
import { prepared } from './prepared.ts';
import { valueParsers } from './value-parsers.ts';

export interface Database {
  readonly db: Kysely<unknown>;
  /** The pool under `db`, for what Kysely has no words for (COPY, LISTEN, cursors). */
  readonly pool: Pool;
  /** The pool under `reservedConnections(db)`, to be watched. */
  readonly reserved: Pool;
  /** Waits for running queries and closes every connection. */
  readonly close: () => Promise<void>;
}

/**
 * Opens a pool on a PostgreSQL address and proves it with one query; values arrive as value-parsers.ts says, the session time zone is UTC.
 * An address that cannot be read or reached throws a StartupError with host and reason, never with the password.
 */
export async function connect(options: { url: string; max?: number; log?: Log }): Promise<Database> {
  const settings = clientSettings(options.url);
  const target = describe(settings);
  // The pool counts itself closed before its sockets are: what they still report then is nobody's concern.
  let closing = false;
  const report = (error: Error, words: string): void => {
    if (!closing) options.log?.warn({ reason: reasonOf(error) }, words);
  };
  const opened = (max: number): Pool => {
    const one = new Pool({ ...settings, max });
    // The pool drops an idle connection that broke and opens another when asked; without a listener the error would end the process.
    one.on('error', (error) => report(error, 'an idle database connection was lost'));
    // A connection in use that breaks between two statements has nobody else to tell; its next statement fails and says so.
    one.on('connect', (client) => client.on('error', (error) => report(error, 'a database connection was lost')));
    return one;
  };
  const pool = opened(options.max ?? 20);
  try {
    await pool.query('select 1');
  } catch (error) {
    await pool.end();
    throw new StartupError(`cannot reach the database ${target}: ${whyNot(error)}`);
  }
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: prepared(pool) }) });
  // Opens nothing until it is asked for.
  const spare = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: opened(1) }) });
  const apart = opened(reservedMost);
  const reserved = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: prepared(apart) }) });
  spares.set(db, spare);
  reserves.set(db, reserved);
  const close = async (): Promise<void> => {
    closing = true;
    await Promise.all([db.destroy(), spare.destroy(), reserved.destroy()]);
  };
  return { db, pool, reserved: apart, close };
}

/** Connections that nothing but sign-in, the question who is calling, and calls of `Registry.reserve` may take. */
const reservedMost = 4;
const spares = new WeakMap<Kysely<unknown>, Kysely<unknown>>();
const reserves = new WeakMap<Kysely<unknown>, Kysely<unknown>>();

/**
 * The few connections that are kept from the pool of `db` for what must not wait until others have read: sign-in, who is calling,
 * scans of tablets (decision 0033). `db` itself where it was opened without.
 */
export function reservedConnections(db: Kysely<unknown>): Kysely<unknown> {
  return reserves.get(db) ?? db;
}

/**
 * One connection more than the pool of `db` has, for a small transaction that is made inside a larger one: when larger ones
 * hold every connection of the pool, none of them could go on if each waited for one more.
 */
export function spareConnection(db: Kysely<unknown>): Kysely<unknown> {
  return spares.get(db) ?? db;
}

/** The driver's settings for one connection to `url`; for the few places that need a connection outside the pool. */
export function clientSettings(url: string): ClientConfig {
  return {
    connectionString: url,
    types: valueParsers,
    application_name: 'back-office',
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    // Sent with the greeting, so it costs no round trip.
    options: '-c TimeZone=UTC -c DateStyle=ISO',
  };
}

function describe(settings: ClientConfig): string {
  try {
    const { host, port, database } = new Client(settings);
    return host.startsWith('/') ? `"${database}" at ${host}` : `"${database}" at ${host}:${port}`;
  } catch (error) {
    // A broken address or an unreadable certificate file; the driver's own text may repeat the address with its password.
    const reason = codeOf(error) === 'ERR_INVALID_URL' ? 'it is not a valid address' : reasonOf(error);
    throw new StartupError(`DATABASE_URL cannot be used: ${reason}`);
  }
}

const refusals: Record<string, string> = {
  '28P01': 'wrong user name or password',
  '28000': 'the server refuses this user',
  '3D000': 'there is no such database',
  '53300': 'too many connections',
  '57P03': 'it is starting up or shutting down',
};

function whyNot(error: unknown): string {
  return refusals[codeOf(error) ?? ''] ?? reasonOf(error);
}
