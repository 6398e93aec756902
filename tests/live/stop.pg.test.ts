import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { ownCluster } from '#tests/boot/kill.ts';
import { serverProcess } from './server-process.ts';

// How the processes of the product end: nobody holds them up, and none outlives the one that it belongs to.

// The product refuses a database that guards nothing.
const { url } = await ownCluster();
const folder = mkdtempSync(join(tmpdir(), 'back-office-stop-'));

let child: ChildProcess | undefined;

afterEach(() => child?.kill('SIGKILL'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('a server that is asked to stop does, though somebody neither sends nor reads on', async () => {
  const server = await serverProcess(url);
  const [host = '', port = ''] = server.host.split(':');
  const slow = connect(Number(port), host);
  slow.on('error', () => undefined);
  await once(slow, 'connect');
  slow.write(
    'POST /api/acl/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{',
  );
  // What another one asks behind it is answered: the server has begun with the first.
  await fetch(`http://${server.host}/version.json`);
  await server.end('SIGTERM');
  slow.destroy();
  await server.remove();
});

describe('a process whose parent has gone while it was starting', () => {
  for (const entry of ['server/main.ts', 'server/worker.ts'])
    it(`ends by itself: ${entry}`, async () => {
      child = orphan(entry);
      expect(await once(child, 'exit')).toEqual([0, null]);
    });
});

function orphan(entry: string): ChildProcess {
  const started = spawn(process.execPath, ['--import', 'tsx', entry], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: folder,
      DATABASE_URL: url,
      DEMO: '0',
      FILES_DIR: '',
      SECRET_KEY: '',
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  started.disconnect();
  return started;
}
