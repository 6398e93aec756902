import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { catalogue } from '#contract/kit/errors.ts';
import { notThere } from './http.ts';
import type { KeptBuilds } from './kept-builds.ts';
import { memoize } from './memoize.ts';

/** What devices ask for at each start and before they send: whether operations want a stop (decision 0012). */
export interface KillSwitches {
  /** The service worker is to go from every device, with its caches. */
  killSw: boolean;
  /** No device is to send what it has kept. */
  pauseDrain: boolean;
}

/** Where the build lies that this server was started with. */
export const builtRoot = fileURLToPath(new URL('../../dist/', import.meta.url));

/**
 * Serves the built web application: hashed files for ever, everything else asked for anew each time; any other address
 * a browser navigates to is the application's own business and gets its page. A missing hashed file is a 404, never
 * the page in its place: a page kept under a script's name would poison every cache (reference pwa.md §1.4). Of earlier builds that are
 * kept the hashed files are served to everybody, since pages of theirs are still open; whatever else there is of one, to the devices that were
 * taken back to it and say so in their cookie.
 */
export async function serveFrontEnd(
  app: FastifyInstance,
  {
    killSwitches,
    root = builtRoot,
    ev2,
    keptBuilds = () => new Map(),
  }: {
    killSwitches: () => Promise<KillSwitches>;
    root?: string;
    ev2?: string | undefined;
    keptBuilds?: () => KeptBuilds;
  },
): Promise<void> {
  const current = readBuild(root);
  const chosen = (request: FastifyRequest): { build: string; root: string } => {
    const build = /(?:^|;\s*)build=([\w.-]{1,64})(?:;|$)/.exec(request.headers.cookie ?? '')?.[1];
    const kept = build === undefined || build === current ? undefined : keptBuilds().get(build);
    return build !== undefined && kept !== undefined ? { build, root: kept } : { build: current, root };
  };
  app.get('/config.json', (request, reply) => {
    reply.header('cache-control', 'no-cache').send({
      erp: '/api/erp',
      acl: '/api/acl',
      task: '/api/task',
      file: '/api/file',
      download: '/download',
      push: '/erp',
      ...(ev2 === undefined ? {} : { ev2 }),
      build: chosen(request).build,
    });
  });
  const ask = memoize(killSwitches);
  app.get('/version.json', async (request, reply) => {
    reply.header('cache-control', 'no-cache');
    try {
      return reply.send({ build: chosen(request).build, ...(await ask()) });
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
      const hashed = /[\\/]assets[\\/][^\\/]+$/.test(path);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  // A route of its own: to the server of files it is a folder, which it refuses to who takes nothing packed.
  app.get('/', (request, reply) => unlisted(reply).sendFile('index.html', chosen(request).root));
  app.addHook('onRequest', async (request, reply) => {
    const [file] = /^\/([\w-]+\.(?:html|js|json|webmanifest))(?=\?|$)/.exec(request.url)?.slice(1) ?? [];
    const from = file === undefined ? root : chosen(request).root;
    // The files that name the build itself and are asked for before any script runs: the page, the service worker, what stands beside them.
    if (file !== undefined && from !== root && existsSync(join(from, file))) return reply.sendFile(file, from);
    return undefined;
  });
  app.setNotFoundHandler((request, reply) => {
    if (wantsPage(request)) return unlisted(reply).code(200).sendFile('index.html', chosen(request).root);
    const [asset] = /^\/(assets\/[\w.-]+)(?=\?|$)/.exec(request.url)?.slice(1) ?? [];
    if (asset === undefined || request.method !== 'GET') return notThere(reply);
    const from = [...keptBuilds().values()].find((kept) => existsSync(join(kept, asset)));
    return from === undefined ? notThere(reply) : reply.code(200).sendFile(asset, from);
  });
}

// No page is for search engines: also those of suppliers' links, which need no login.
const unlisted = (reply: FastifyReply): FastifyReply => reply.header('x-robots-tag', 'noindex, nofollow');

// A browser that navigates says that it wants a page. Probes and command lines take anything: they get it for addresses that
// could not be mistaken for a file.
function wantsPage({ method, url, headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  if ((method !== 'GET' && method !== 'HEAD') || /^\/(api|assets|download|erp)\//.test(path)) return false;
  return accept.includes('text/html') || (accept.includes('*/*') && !/\.[^/]*$/.test(path));
}

/** The build that is served; empty where nothing is built. */
export function readBuild(root = builtRoot): string {
  const file = join(root, 'build.json');
  return existsSync(file) ? String((JSON.parse(readFileSync(file, 'utf8')) as { build?: unknown }).build ?? '') : '';
}
