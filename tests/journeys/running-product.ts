import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Service } from '#contract/kit/call.ts';
import { type OpenedDatabase, openDatabase } from '#server/database/open.ts';
import { readConfig } from '#server/platform/config.ts';
import { createLog } from '#server/platform/log.ts';
import { copyOfData } from '#tests/boot/copy-of-data.ts';

/** The whole product as a newcomer starts it, on a free port and with a data directory of its own. */
export interface RunningProduct {
  readonly address: string;
  /** The demo accounts' password. */
  readonly password: string;
  /** Calls the server as this account; throws unless the answer is 200. */
  as(username: string): Promise<Caller>;
  /** The server's database, beside the running server. */
  database(): Promise<OpenedDatabase>;
  /** Stops it as `stop` does and starts it again at the same address, on the same data. */
  restart(): Promise<void>;
  /** Asks it to stop, as Ctrl-C does; throws unless it ends well. */
  stop(): Promise<void>;
}

export interface Caller {
  readonly uid: number;
  /** Calls the ERP service unless another is named. */
  call<T>(path: string, input: unknown, service?: Service): Promise<T>;
}

/** A build that a product has served before and still keeps. */
export interface KeptBuild {
  readonly build: string;
  /** Where its files are. */
  readonly directory: string;
}

/** Starts it with a copy of the demo company of the run; about two seconds. Throws with the server's own words when it will not start. */
export async function startProduct({ keeps }: { keeps?: KeptBuild } = {}): Promise<RunningProduct> {
  const made = process.env['DEMO_DATA'];
  if (made === undefined) throw new Error('the demo company of the journeys was not made');
  const { dataDir, remove } = copyOfData(made);
  if (keeps) cpSync(keeps.directory, join(dataDir, 'builds', keeps.build), { recursive: true });
  const port = await freePort();
  const settings = settingsOf({ port, dataDir });
  let server = await launch(settings);
  const address = `http://localhost:${port}`;
  const config = readConfig(settings);
  return {
    address,
    password: config.demoPassword,
    as: (username) => signIn({ address, username, password: config.demoPassword }),
    database: () => openDatabase(config, createLog({ level: 'warn' })),
    restart: async () => {
      await end(server);
      server = await launch(settings);
    },
    stop: async () => {
      try {
        await end(server);
      } finally {
        remove();
      }
    },
  };
}

function settingsOf({ port, dataDir }: { port: number; dataDir: string }) {
  return {
    PORT: String(port),
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DEMO: '1',
    LOG_LEVEL: 'warn',
    DEMO_PASSWORD: '',
    DATABASE_URL: '',
    FILES_DIR: '',
    SECRET_KEY: '',
  };
}

async function launch(settings: Record<string, string>): Promise<ChildProcess> {
  const server = spawn(process.execPath, ['server/launch.mjs'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { ...process.env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  await opened(server);
  return server;
}

async function end(server: ChildProcess): Promise<void> {
  let said = '';
  for (const pipe of [server.stdout, server.stderr])
    pipe?.on('data', (bytes: Buffer) => {
      said += bytes.toString();
    });
  const ended = new Promise<number | null>((resolve) => server.once('close', resolve));
  server.kill('SIGINT');
  const code = await ended;
  if (code !== 0) throw new Error(`the product ended with ${code}: ${said}`);
}

async function opened(server: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (bytes: Buffer) => {
      said += bytes.toString();
      if (said.includes('is open at')) resolve();
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', hear);
    server.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

async function signIn({
  address,
  username,
  password,
}: {
  address: string;
  username: string;
  password: string;
}): Promise<Caller> {
  const answer = await post(`${address}/api/acl/login`, { headers: {}, input: { appid: 'erp', username, password } });
  const { token, userInfo } = answer['data'] as { token: string; userInfo: { uid: number } };
  return {
    uid: userInfo.uid,
    async call<T>(path: string, input: unknown, service: Service = 'erp'): Promise<T> {
      const headers = { authorization: token, 'idempotency-key': crypto.randomUUID() };
      const { result } = await post(`${address}/api/${service}${path}`, { headers, input });
      return result as T;
    },
  };
}

async function post(
  url: string,
  { headers, input }: { headers: Record<string, string>; input: unknown },
): Promise<Record<string, unknown>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-request-type': 'erp-web',
      'x-device-id': 'journey-office',
      ...headers,
    },
    body: JSON.stringify(input),
  });
  const answer = (await response.json()) as Record<string, unknown>;
  if (answer['code'] !== 200) throw new Error(`${url}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}
