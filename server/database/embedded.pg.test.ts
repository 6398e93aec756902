import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connect } from './connect.ts';
import { postgresIn, signal, until } from './processes.ts';

let root: string;
let dataDir: string;
const servers: ChildProcess[] = [];
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'embedded-test-')));
  dataDir = join(root, 'data');
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.kill('SIGKILL');
  for (const pid of running()) signal(pid, 'SIGINT');
  await until(() => running().length === 0, 10_000);
  rmSync(root, { recursive: true });
});

test('refuses a data directory that a live server holds, which goes on undisturbed', async () => {
  const first = await start();
  await keep(first.url, 1);
  expect(await startInVain()).toBe(
    `the data directory ${dataDir} is in use by another server (process ${first.server.pid})\n`,
  );
  expect(await kept(first.url)).toEqual([1]);
  expect(await stop(first.server)).toBe(0);
});

test('refuses a path where it cannot write', async () => {
  writeFileSync(dataDir, '');
  dataDir = join(dataDir, 'below');
  expect(await startInVain()).toBe(
    `cannot write to the data directory ${dataDir}: a part of the path is not a directory\n`,
  );
});

test('refuses a cluster of another version and a lost password', async () => {
  const { server } = await start();
  await stop(server);
  const version = join(dataDir, 'postgres', 'PG_VERSION');
  const made = readFileSync(version);
  writeFileSync(version, '17\n');
  expect(await startInVain()).toMatch(/^[^\n]*was made by PostgreSQL 17, this version brings 18[^\n]*\n$/);
  writeFileSync(version, made);
  rmSync(join(dataDir, 'postgres-password'));
  expect(await startInVain()).toMatch(/^[^\n]*postgres-password is missing[^\n]*\n$/);
  expect(readdirSync(dataDir)).not.toContain('server.lock');
});

test('a second start keeps the data; between them nothing runs and nothing lies about', async () => {
  const first = await start();
  await keep(first.url, 7);
  expect(await stop(first.server)).toBe(0);
  expect(running()).toEqual([]);
  expect(existsSync(socketsOf(first.url))).toBe(false);
  expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres-password', 'postgres.log']);
  expect(statSync(join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
  const second = await start();
  expect(await kept(second.url)).toEqual([7]);
  await stop(second.server);
});

test('it listens on a private socket only, asks for the password, is not root and is durable', async () => {
  const { url, server } = await start();
  const database = await connect({ url, max: 1 });
  const { rows } = await database.pool.query(`
    select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
           current_setting('full_page_writes') as pages, (select string_agg(distinct auth_method, ',') from pg_hba_file_rules) as auth,
           (select string_agg(x, '' order by x) from unnest(array['张','李','安']) x) as pinyin`);
  expect(rows).toEqual([{ tcp: '', fsync: 'on', commit: 'on', pages: 'on', auth: 'scram-sha-256', pinyin: '安李张' }]);
  await database.close();
  expect(statSync(socketsOf(url)).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'postgres')).uid).not.toBe(0);
  await stop(server);
});

test('after a kill -9 of the server the next start stops the PostgreSQL it left, with all that was acknowledged', async () => {
  const first = await start();
  await keep(first.url, 1);
  await killHard(first.server);
  const orphans = running();
  expect(orphans.length).toBeGreaterThan(0);
  const second = await start();
  expect(running().filter((pid) => orphans.includes(pid))).toEqual([]);
  expect(existsSync(socketsOf(first.url))).toBe(false);
  expect(await kept(second.url)).toEqual([1]);
  await stop(second.server);
});

test('after a kill -9 of everything the next start recovers', async () => {
  const first = await start();
  await keep(first.url, 1);
  await killHard(first.server);
  for (const pid of running()) signal(pid, 'SIGKILL');
  const second = await start();
  expect(await kept(second.url)).toEqual([1]);
  await stop(second.server);
});

test('a postmaster.pid whose number now belongs to a stranger does not stop the start', async () => {
  const first = await start();
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid');
  const lines = readFileSync(pidFile, 'utf8').split('\n');
  await stop(first.server);
  writeFileSync(pidFile, [String(process.pid), ...lines.slice(1)].join('\n'));
  const second = await start();
  await stop(second.server);
});

test('when PostgreSQL dies the server says so and ends with 1', async () => {
  const { server, url } = await start();
  const output = text(server.stdout ?? raise('no output'));
  const ended = once(server, 'exit');
  for (const pid of running()) signal(pid, 'SIGKILL');
  expect((await ended)[0]).toBe(1);
  expect(await output).toContain('ended unexpectedly');
  // Otherwise the next start would remove it.
  rmSync(socketsOf(url), { recursive: true });
});

function spawnServer(): ChildProcess {
  const script = new URL('../../tests/boot/embedded-process.ts', import.meta.url).pathname;
  const server = spawn(process.execPath, ['--import', 'tsx', script, dataDir], { stdio: ['ignore', 'pipe', 'pipe'] });
  servers.push(server);
  return server;
}

async function start(): Promise<{ server: ChildProcess; url: string }> {
  const server = spawnServer();
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    const collect = (chunk: Buffer): void => {
      output += chunk.toString();
      const ready = /^ready (.*)$/m.exec(output)?.[1];
      if (ready !== undefined) resolve(ready);
    };
    server.stdout?.on('data', collect);
    server.stderr?.on('data', collect);
    server.once('exit', () => reject(new Error(`did not start: ${output}`)));
  });
  server.stdout?.removeAllListeners('data');
  return { server, url };
}

async function startInVain(): Promise<string> {
  const server = spawnServer();
  const [complaint, [code]] = await Promise.all([text(server.stderr ?? raise('no output')), once(server, 'exit')]);
  expect(code).toBe(1);
  return complaint;
}

async function stop(server: ChildProcess): Promise<unknown> {
  const ended = once(server, 'exit');
  server.kill('SIGTERM');
  return (await ended)[0];
}

async function killHard(server: ChildProcess): Promise<void> {
  const ended = once(server, 'exit');
  server.kill('SIGKILL');
  await ended;
}

async function keep(url: string, id: number): Promise<void> {
  const { pool, close } = await connect({ url, max: 1 });
  await pool.query(`create table kept (id int primary key); insert into kept values (${id})`);
  await close();
}

async function kept(url: string): Promise<number[]> {
  const { pool, close } = await connect({ url, max: 1 });
  const { rows } = await pool.query<{ id: number }>('select id from kept');
  await close();
  return rows.map((row) => row.id);
}

function running(): number[] {
  return postgresIn(join(dataDir, 'postgres'), undefined);
}

function socketsOf(url: string): string {
  return decodeURIComponent(/@([^/]+)\//.exec(url)?.[1] ?? raise('no host'));
}

function raise(message: string): never {
  throw new Error(message);
}
