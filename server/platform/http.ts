import { readFileSync } from 'node:fs';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { catalogue } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Config } from './config.ts';
import { flatJson, TooDeep } from './flat-json.ts';
import type { Log } from './log.ts';
import { noteOutcome } from './outcome.ts';

/**
 * The HTTP(S) frame: strict bodies (JSON only, no coercion, 1 MiB), strict headers (design §9), and an answer in the
 * catalogue's shape for everything, so that no stack and no path ever leaves the server.
 */
export async function createHttp(
  config: Pick<Config, 'tls'> & Partial<Pick<Config, 'trustedProxies'>>,
  log: Log,
): Promise<FastifyInstance> {
  const tls = config.tls && { cert: readFileSync(config.tls.certFile), key: readFileSync(config.tls.keyFile) };
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    requestTimeout: 320_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    // Where a caller comes from is what the connection says; only a proxy that was named may say it of others.
    trustProxy: config.trustedProxies?.length ? [...config.trustedProxies] : false,
    genReqId: () => crypto.randomUUID(),
    // A socket that never finishes its request is closed; a client that is merely slow is not.
    http: { headersTimeout: 30_000 },
    // An address that cannot be read runs through no hook, so it would be answered without our headers: it is asked again as one that is not there.
    frameworkErrors: (_error: unknown, request: FastifyRequest, reply: FastifyReply) => {
      request.raw.url = nowhere;
      app.routing(request.raw, reply.raw);
    },
    ...(tls ? { https: tls } : {}),
  } as Parameters<typeof Fastify>[0]) as unknown as FastifyInstance;
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, flatJson(app));
  await app.register(helmet, {
    global: true,
    contentSecurityPolicy: { useDefaults: false, directives: contentPolicy },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    hsts: config.tls ? { maxAge: 31_536_000 } : false,
    xPoweredBy: true,
  });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('permissions-policy', 'camera=(self), usb=(self), serial=(self), geolocation=(), microphone=()');
    // Whatever does not say how long it may be kept is kept by nobody: answers and files are for one person.
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
  app.setErrorHandler((error: { code?: string; statusCode?: number }, request, reply) => {
    const kind = kindOf(error);
    if (kind === 'internal') log.error({ err: error, requestId: request.id }, 'request failed');
    noteOutcome(request, kind);
    const { code, words } = catalogue[kind];
    const said = error instanceof TooDeep ? { msg: error.message, field: error.field } : { msg: words };
    reply.code(200).send({ code, ...said, result: null });
  });
  return app;
}

/** Answers an address that is not there. */
export function notThere(reply: FastifyReply): FastifyReply {
  noteOutcome(reply.request, 'notFound');
  return reply.code(404).send({ code: catalogue.notFound.code, msg: '没有这个地址', result: null });
}

const nowhere = '/api/nowhere';

// Styles are inline because antd writes them; scripts never are. Trusted Types stand behind it (reliability §4 S12, S14).
const contentPolicy = {
  'default-src': ["'none'"],
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'", "'unsafe-inline'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'font-src': ["'self'"],
  // Besides our own server the helper of a tag reader, which runs on the same computer (src/wire/tag-reader.ts).
  'connect-src': ["'self'", 'http://127.0.0.1:*'],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'media-src': ["'self'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'object-src': ["'none'"],
  // The page's default policy refuses markup in strings; a second one is for server words in dialogs (src/app/trusted-types.ts).
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['default', 'dialog'],
};

function kindOf(error: { code?: string; statusCode?: number }): keyof typeof catalogue {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'tooLarge';
  if (error.statusCode === 429) return 'tooMany';
  if (error.statusCode === 503) return 'busy';
  return error.statusCode !== undefined && error.statusCode < 500 ? 'invalid' : 'internal';
}
