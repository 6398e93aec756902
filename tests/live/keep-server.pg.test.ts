import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, expect, it } from 'vitest';
import { postgresIn } from '#server/database/processes.ts';
import { restarts } from '#server/keep-server.mjs';
import { freePort } from './server-process.ts';

// What `npm start` does once everything is built: a server that dies comes back by itself, one that cannot live does not.

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'back-office-keep-')));
// PostgreSQL may run as a user of its own, who must get through.
chmodSync(folder, 0o711);
let keeper: ChildProcess | undefined;
let said = '';

afterEach(async () => {
  await end('SIGTERM');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a killed server and a killed PostgreSQL answer again; Ctrl-C then ends everything', async () => {
  const dataDir = join(folder, 'data');
  const port = await freePort();
  start('./server/main.ts', { DATA_DIR: dataDir, PORT: String(port) });
  const postgres = (): number[] => postgresIn(join(dataDir, 'postgres'), undefined);
  const holder = (): number => Number(/"pid":(\d+)/.exec(readFileSync(join(dataDir, 'server.lock'), 'utf8'))?.[1]);
  const postmaster = (): number =>
    Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
  await opened(1);
  process.kill(holder(), 'SIGKILL');
  await opened(2);
  expect(said).toContain('the server was ended by SIGKILL; it is started again in 1 s\n');
  expect(await healthy(port)).toBe(200);
  process.kill(postmaster(), 'SIGKILL');
  await opened(3);
  expect(said).toContain('the server ended with code 1; it is started again in 2 s\n');
  expect(await healthy(port)).toBe(200);
  expect(await end('SIGINT')).toBe(0);
  expect(postgres()).toEqual([]);
});

it('one that opens and dies again and again is given up with one clear line', async () => {
  start(written("process.send('open', () => process.exit(3));"), {});
  const [code] = (await once(keeper as ChildProcess, 'close')) as [number];
  expect(said.trim().split('\n')).toEqual([
    ...[1, 2, 4, 8].map((wait) => `the server ended with code 3; it is started again in ${wait} s`),
    'the server ended with code 3, for the 5th time within a minute: it is not started again',
  ]);
  expect(code).toBe(1);
});

it('one that cannot start says why once and is not tried again', async () => {
  start(written("process.stderr.write('PORT is taken\\n'); process.exitCode = 1;"), {});
  expect(await once(keeper as ChildProcess, 'close')).toEqual([1, null]);
  expect(said).toBe('PORT is taken\n');
});

it('Ctrl-C while it waits ends it at once', async () => {
  start(written("process.send('open', () => process.kill(process.pid, 'SIGKILL'));"), {});
  await expect.poll(() => said, { timeout: 60_000, interval: 20 }).toContain('again in 4 s');
  expect(await end('SIGINT')).toBe(0);
  expect(said).not.toContain('again in 8 s');
});

it('waits grow to 30 s and begin anew after a minute of health', () => {
  const after = restarts();
  let now = 0;
  const lives = (lived: number): number | undefined => {
    now += lived;
    const wait = after(now - lived, now);
    now += wait ?? 0;
    return wait;
  };
  expect([40, 40, 40, 40, 40, 40, 40].map((seconds) => lives(seconds * 1000))).toEqual([
    1000, 2000, 4000, 8000, 16_000, 30_000, 30_000,
  ]);
  expect([60, 0, 0, 0, 0].map((seconds) => lives(seconds * 1000))).toEqual([1000, 2000, 4000, 8000, undefined]);
});

function start(entry: string, settings: Record<string, string>): void {
  const program = `import { keepServer } from './server/keep-server.mjs'; process.exitCode = await keepServer(${JSON.stringify(entry)});`;
  said = '';
  keeper = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      DATABASE_URL: '',
      FILES_DIR: '',
      SECRET_KEY: '',
      DEMO: '0',
      LOG_LEVEL: 'warn',
      npm_lifecycle_event: undefined,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const hear = (bytes: Buffer): void => {
    said += bytes.toString();
  };
  keeper.stdout?.on('data', hear);
  keeper.stderr?.on('data', hear);
}

/** A program in the place of the server. */
function written(program: string): string {
  const file = join(folder, 'program.mjs');
  writeFileSync(file, program);
  return file;
}

async function opened(times: number): Promise<void> {
  await expect
    .poll(() => said.split('is open at').length - 1, { timeout: 120_000, interval: 50, message: said })
    .toBe(times);
}

async function healthy(port: number): Promise<number> {
  return (await fetch(`http://127.0.0.1:${port}/healthz`)).status;
}

async function end(how: NodeJS.Signals): Promise<number | null> {
  if (!keeper || keeper.exitCode !== null || keeper.signalCode !== null) return keeper?.exitCode ?? null;
  const gone = once(keeper, 'close');
  keeper.kill(how);
  return ((await gone) as [number | null])[0];
}
