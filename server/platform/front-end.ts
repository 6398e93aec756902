import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { catalogue } from '#contract/kit/errors.ts';
import { remembered } from './remembered.ts';

/** What devices ask for at each start and before they send: whether operations want a stop (decision 0012). */
export interface Brakes {
  /** The service worker is to go from every device, with its caches. */
  killSw: boolean;
  /** No device is to send what it has kept. */
  pauseDrain: boolean;
}

const root = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * Serves the built web application: hashed files for ever, everything else asked for anew each time; any other address
 * a browser navigates to is the application's own business and gets its page. A missing hashed file is a 404, never
 * the page in its place: a page kept under a script's name would poison every cache (reference pwa.md §1.4).
 */
export async function serveFrontEnd(
  app: FastifyInstance,
  { brakes }: { brakes: () => Promise<Brakes> },
): Promise<void> {
  const build = readBuild();
  app.get('/config.json', (_request, reply) => {
    reply.header('cache-control', 'no-cache').send({
      erp: '/api/erp',
      acl: '/api/acl',
      task: '/api/task',
      file: '/api/file',
      download: '/download',
      push: '/erp',
      build,
    });
  });
  const ask = remembered(brakes);
  app.get('/version.json', async (request, reply) => {
    reply.header('cache-control', 'no-cache');
    try {
      return reply.send({ build, ...(await ask()) });
    } catch (error) {
      // A device that is told nothing goes on as it was last told.
      request.log.error({ err: error }, 'brakes could not be read');
      return reply.code(503).send({ code: catalogue.busy.code, msg: catalogue.busy.words, result: null });
    }
  });
  if (!existsSync(join(root, 'index.html'))) return;
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    index: false,
    setHeaders: (reply, path) => {
      const hashed = path.includes(`${root}assets/`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.setNotFoundHandler((request, reply) => {
    const navigates = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    if (!navigates || /^\/(api|assets|download|erp)\//.test(request.url)) {
      return reply.code(404).send({ code: 4004, msg: '没有这个地址', result: null });
    }
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
}

/** The build that is served; empty where nothing is built. */
export function readBuild(): string {
  const file = join(root, 'build.json');
  return existsSync(file) ? String((JSON.parse(readFileSync(file, 'utf8')) as { build?: unknown }).build ?? '') : '';
}
