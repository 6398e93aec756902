import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The server as a process of its own, on the database of a test. */
export interface ServerProcess {
  readonly host: string;
  /** kill -9, or a request to stop; resolves when it is gone. */
  end(how: 'SIGKILL' | 'SIGTERM'): Promise<void>;
  /** Starts it again at the same address. */
  start(): Promise<void>;
  /** Ends it for good. */
  remove(): Promise<void>;
}

/** Starts a server on a free port. Throws with its own words when it will not start. */
export async function serverProcess(databaseUrl: string): Promise<ServerProcess> {
  const dataDir = mkdtempSync(join(tmpdir(), 'back-office-live-'));
  const port = await freePort();
  let child: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      env: {
        ...process.env,
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DATABASE_URL: databaseUrl,
        DEMO: '0',
        LOG_LEVEL: 'error',
        FILES_DIR: '',
        SECRET_KEY: '',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    await opened(child);
  };
  const end = async (how: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(how);
    await gone;
  };
  await start();
  return {
    host: `127.0.0.1:${port}`,
    start,
    end,
    remove: async () => {
      await end('SIGTERM');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function opened(child: ChildProcess): Promise<void> {
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const hear = (bytes: Buffer): void => {
      said += bytes.toString();
      if (said.includes('is open at')) resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
}

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (!address || typeof address === 'string') throw new Error('no port');
  return address.port;
}
