import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { catalogue } from '#contract/kit/errors.ts';
import { notThere } from './http.ts';
import { memoize } from './memoize.ts';

/** What devices ask for at each start and before they send: whether operations want a stop (decision 0012). */
export interface KillSwitches {
  /** The service worker is to go from every device, with its caches. */
  killSw: boolean;
  /** No device is to send what it has kept. */
  pauseDrain: boolean;
}

const built = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * Serves the built web application: hashed files for ever, everything else asked for anew each time; any other address
 * a browser navigates to is the application's own business and gets its page. A missing hashed file is a 404, never
 * the page in its place: a page kept under a script's name would poison every cache (reference pwa.md §1.4).
 */
export async function serveFrontEnd(
  app: FastifyInstance,
  {
    killSwitches,
    root = built,
    ev2,
  }: { killSwitches: () => Promise<KillSwitches>; root?: string; ev2?: string | undefined },
): Promise<void> {
  const build = readBuild(root);
  app.get('/config.json', (_request, reply) => {
    reply.header('cache-control', 'no-cache').send({
      erp: '/api/erp',
      acl: '/api/acl',
      task: '/api/task',
      file: '/api/file',
      download: '/download',
      push: '/erp',
      ...(ev2 === undefined ? {} : { ev2 }),
      build,
    });
  });
  const ask = memoize(killSwitches);
  app.get('/version.json', async (request, reply) => {
    reply.header('cache-control', 'no-cache');
    try {
      return reply.send({ build, ...(await ask()) });
    } catch (error) {
      // A device that is told nothing goes on as it was last told.
      request.log.error({ err: error }, 'kill switches could not be read');
      return reply.code(503).send({ code: catalogue.busy.code, msg: catalogue.busy.words, result: null });
    }
  });
  if (!existsSync(join(root, 'index.html'))) {
    app.setNotFoundHandler((_request, reply) => notThere(reply));
    return;
  }
  await app.register(fastifyStatic, {
    root,
    preCompressed: true,
    index: false,
    setHeaders: (reply, path) => {
      const hashed = path.startsWith(join(root, 'assets/'));
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // A route of its own: to the server of files it is a folder, which it refuses to who takes nothing packed.
  app.get('/', (_request, reply) => reply.sendFile('index.html'));
  app.setNotFoundHandler((request, reply) =>
    wantsPage(request) ? reply.code(200).sendFile('index.html') : notThere(reply),
  );
}

// A browser that navigates says that it wants a page. Probes and command lines take anything: they get it for addresses that
// could not be mistaken for a file.
function wantsPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  if ((method !== 'GET' && method !== 'HEAD') || /^\/(api|assets|download|erp)\//.test(path)) return false;
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.[^/]*$/.test(path));
}

/** The build that is served; empty where nothing is built. */
export function readBuild(root = built): string {
  const file = join(root, 'build.json');
  return existsSync(file) ? String((JSON.parse(readFileSync(file, 'utf8')) as { build?: unknown }).build ?? '') : '';
}
