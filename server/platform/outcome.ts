import type { FastifyRequest } from 'fastify';
import type { RefusalKind } from '#contract/kit/errors.ts';

const refusals = new WeakMap<FastifyRequest, RefusalKind>();

/** Notes how a request was refused: over the wire most refusals are HTTP 200. */
export function noteOutcome(request: FastifyRequest, kind: RefusalKind): void {
  refusals.set(request, kind);
}

/** How a request ended: `ok`, or the kind of its refusal. */
export function outcomeOf(request: FastifyRequest, status: number): RefusalKind | 'ok' {
  return refusals.get(request) ?? (status < 400 ? 'ok' : status < 500 ? 'notFound' : 'busy');
}
