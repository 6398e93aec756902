import { createServer } from 'node:net';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { emptyDatabase } from '#tests/boot/database.ts';
import { StartupError } from '../platform/startup-error.ts';
import { connect } from './connect.ts';

const database = await emptyDatabase();

test('an unreachable address is refused in one line, without the password', async () => {
  const port = await freePort();
  const error = await refusal(`postgres://someone:hush@127.0.0.1:${port}/company`);
  expect(error.message).toBe(`cannot reach the database "company" at 127.0.0.1:${port}: connection refused`);
});

test('a wrong password, a missing database and a broken address are told apart', async () => {
  const { maintenanceUrl } = inject('postgres');
  expect((await refusal(maintenanceUrl.replace(/:[0-9a-f]{32}@/, ':hush@'))).message).toMatch(
    /: wrong user name or password$/,
  );
  expect((await refusal(maintenanceUrl.replace(/postgres$/, 'nowhere'))).message).toMatch(
    /"nowhere".*: there is no such database$/,
  );
  expect((await refusal('postgres://someone:hush@[broken/company')).message).toBe(
    'DATABASE_URL cannot be used: it is not a valid address',
  );
});

test('values arrive as the wire wants them', async () => {
  const { rows } = await database.pool.query(`
    select 9007199254740991::int8 as whole, array[1::int8, null] as wholes, 0.10::numeric as exact, array[0.10::numeric] as exacts,
           date '2026-11-21' as day, timestamptz '2026-11-21 17:00:00.1234+08' as instant,
           array[timestamptz '2026-11-21 17:00+08'] as instants, timestamp '2026-11-21 17:00' as wall, null::int8 as nothing`);
  expect(rows).toEqual([
    {
      whole: 9007199254740991,
      wholes: [1, null],
      exact: '0.10',
      exacts: ['0.10'],
      day: '2026-11-21',
      instant: '2026-11-21T09:00:00.123Z',
      instants: ['2026-11-21T09:00:00.000Z'],
      wall: '2026-11-21 17:00:00',
      nothing: null,
    },
  ]);
});

test('an integer that would not be exact is an error, and the connection lives on', async () => {
  await expect(database.pool.query('select 9007199254740992::int8')).rejects.toThrow('integer too large');
  expect((await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows).toEqual([{ one: 1 }]);
});

test('the session is in UTC', async () => {
  const { rows } = await database.pool.query(
    "select current_setting('TimeZone') as zone, current_setting('DateStyle') as style",
  );
  expect(rows).toEqual([{ zone: 'UTC', style: 'ISO, MDY' }]);
});

test('a connection that the server cuts is replaced', async () => {
  const other = await connect({ url: database.url, max: 2 });
  const { rows } = await other.pool.query('select pg_backend_pid() as pid');
  const cut = new Promise((resolve) => other.pool.once('error', resolve));
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
  await cut;
  expect((await other.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  await other.close();
});

async function refusal(url: string): Promise<Error> {
  const error: unknown = await connect({ url }).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof StartupError)) throw new Error(`not a StartupError: ${String(error)}`);
  expect(error.message).not.toMatch(/hush|\n/);
  return error;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
