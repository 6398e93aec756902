import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Calls that one caller may make in so many milliseconds: ten times what a person with eager fingers makes, or a tablet that sends all it has kept. */
export const callLimit = { most: 600, window: 10_000 } as const;

/**
 * Refuses (4029, with Retry-After) whoever calls more often than people and their devices do, before anything of the call is read. `callerOf` says who calls;
 * it must not fail. The pages' own files are not counted. Counted in this process: a caller has as much again on every other.
 */
export async function limitCalls(
  app: FastifyInstance,
  { callerOf, most = callLimit.most }: { callerOf: (request: FastifyRequest) => Promise<string>; most?: number },
): Promise<void> {
  const said = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false };
  await app.register(rateLimit, {
    hook: 'onRequest',
    max: most,
    timeWindow: callLimit.window,
    keyGenerator: callerOf,
    allowList: ({ url }) => !/^\/(api|download)\//.test(url),
    addHeaders: { ...said, 'retry-after': true },
    addHeadersOnExceeding: said,
  });
}
