import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import type { FastifyInstance } from 'fastify';
import { build } from 'vite';
import { mountEverything, syncAccess } from '#server/application.ts';
import { noticeInbox } from '#server/areas/shell/notice-inbox.ts';
import { createIdentity } from '#server/identity/create-identity.ts';
import { Passwords } from '#server/identity/passwords.ts';
import { Vault } from '#server/identity/vault.ts';
import { systemClock } from '#server/platform/clock.ts';
import { serveFrontEnd } from '#server/platform/front-end.ts';
import { createHttp } from '#server/platform/http.ts';
import { createLog } from '#server/platform/log.ts';
import { mountPush } from '#server/push/mount.ts';
import { precompress } from '#src/build/precompress.ts';
import { person, signedIn } from '#tests/factories/people.ts';
import { buildApplication } from '#tests/journeys/build.ts';
import type { Place } from './bench.ts';
import type { Kept } from './rows-visible.ts';

/** A list that somebody signed in opens, and what their browser keeps. */
export interface Side {
  readonly address: string;
  readonly kept: Kept;
  /** Has a service worker that holds its files. */
  readonly held: boolean;
}

/** The product's list and a bare one, each served by a frame of its own over the same database. */
export type Sides = Readonly<Record<'ours' | 'bare', Side>>;

/** Builds both and serves them; `close` ends that. */
export async function openSides(place: Pick<Place, 'db' | 'url'>): Promise<Sides & { close(): Promise<void> }> {
  const root = mkdtempSync(join(tmpdir(), 'bare-list-'));
  const open: FastifyInstance[] = [];
  const close = async () => {
    for (const app of open) await app.close();
    rmSync(root, { recursive: true, force: true });
  };
  try {
    await buildApplication();
    await buildBare(root);
    await syncAccess(place.db);
    const kept = await signInBy(place);
    return {
      ours: { address: `${await serve(place, open)}/shops/addBrands`, kept, held: true },
      bare: { address: `${await serve(place, open, root)}/`, kept, held: false },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function buildBare(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: fileURLToPath(new URL('./bare-list', import.meta.url)),
    logLevel: 'warn',
    plugins: [react(), precompress()],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'baseline-widely-available',
      reportCompressedSize: false,
      chunkSizeWarningLimit: 2000,
    },
  });
}

/** What sign-in leaves in the browser. */
async function signInBy({ db }: Pick<Place, 'db' | 'url'>): Promise<Kept> {
  const asker = await person(db, { roles: ['goodsMgr'] });
  const { authorization = '' } = await signedIn(db, asker);
  const userInfo = JSON.stringify({ uid: asker.id, username: asker.username, nickname: asker.nickname });
  const device = JSON.stringify({ value: crypto.randomUUID(), expires_at: Date.now() + 3_600_000 });
  return { authorization, userInfo, runtime: '0', 'device:id': device };
}

async function serve({ db, url }: Pick<Place, 'db' | 'url'>, open: FastifyInstance[], root?: string): Promise<string> {
  const log = createLog({ level: 'silent' });
  const app = await createHttp({ tls: undefined }, log);
  open.push(app);
  // A bare page has no policy of its own for the texts that antd makes into elements.
  if (root) app.addHook('onSend', async (_request, reply) => void reply.removeHeader('content-security-policy'));
  const identity = createIdentity({ db, clock: systemClock });
  const vault = new Vault(Buffer.alloc(32, 7));
  mountEverything(app, { db, clock: systemClock, log, passwords: new Passwords(), vault, identity });
  await mountPush(app, { db, url, identity, clock: systemClock, log, inbox: noticeInbox(db) });
  await serveFrontEnd(app, { killSwitches: async () => ({ killSw: false, pauseDrain: false }), ...(root && { root }) });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return `http://localhost:${(app.server.address() as AddressInfo).port}`;
}
