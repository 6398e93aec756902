import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { clientSettings } from '#server/database/connect.ts';
import type { TaskTools } from '../work.ts';
import { watchCopy } from './watch-copy.ts';

/** Rows on their way out of the database: how they are written, and where to. */
export interface CopyOrder {
  /** The statement whose rows are copied, values written into it. */
  readonly select: string;
  readonly format: 'csv' | 'text';
  /** Takes the bytes as they come; resolves when all of them are where they belong. */
  into(rows: Readable): Promise<void>;
}

/**
 * Copies the rows of one statement, which is one snapshot, on a connection of its own that can only read; answers how many.
 * It says how far it is, and stops within a moment when it is told to.
 */
export async function copyOut(tools: TaskTools, { select, format, into }: CopyOrder): Promise<number> {
  const { url, db, signal } = tools;
  signal.throwIfAborted();
  const client = new Client({ ...clientSettings(url), application_name: 'back-office export' });
  // A connection that breaks has its statement fail, which says so.
  client.on('error', () => undefined);
  await client.connect();
  const backend = await readOnlyBackend(client);
  const stop = (): void => {
    // Where this fails, the connection is closed all the same, and the statement ends when it next has a row to send.
    void sql`select pg_cancel_backend(${backend})`.execute(db).catch(() => undefined);
  };
  const watching = watchCopy(tools, backend);
  try {
    const estimate = await estimatedRows(client, select);
    signal.throwIfAborted();
    signal.addEventListener('abort', stop, { once: true });
    watching.begin(estimate);
    const rows = client.query(copyTo(`copy (${select}) to stdout (format ${format})`));
    await into(rows);
    // The count comes after the last row, before the connection is ready for something else.
    await client.query('select 1');
    signal.throwIfAborted();
    return rows.rowCount;
  } finally {
    watching.end();
    signal.removeEventListener('abort', stop);
    await client.end();
  }
}

/** Makes a connection one that cannot write; its backend's process id. */
async function readOnlyBackend(client: Client): Promise<number> {
  await client.query('set default_transaction_read_only = on');
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** How many rows the planner expects, at least one. */
async function estimatedRows(client: Client, select: string): Promise<number> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) ${select}`,
  );
  return Math.max(1, rows[0]?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 1);
}
