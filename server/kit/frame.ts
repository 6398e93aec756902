import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { headers, type Service } from '#contract/kit/call.ts';
import { catalogue, Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { Identity, Recognised } from '#server/identity/identity.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import type { Origin } from './call-context.ts';
import { FileAnswer } from './file-answer.ts';
import type { Registry, Served } from './registry.ts';
import { runCall } from './run-call.ts';

/** What the frame stands on. */
export interface Frame {
  readonly db: Kysely<unknown>;
  readonly identity: Identity;
  readonly clock: Clock;
  readonly log: Log;
}

/** Where each service is mounted (design §4). */
export const bases: Readonly<Record<Service, string>> = {
  erp: '/api/erp',
  acl: '/api/acl',
  task: '/api/task',
  file: '/api/file',
};

/** Mounts every served call: identity, permission, schema, op id, transaction, envelope, in this order, for all of them. */
export function mountCalls(app: FastifyInstance, registry: Registry, frame: Frame): void {
  for (const served of registry.all()) {
    app.post(`${bases[served.call.service]}${served.call.path}`, (request, reply) =>
      answer(frame, served, { request, reply }),
    );
  }
}

async function answer(
  frame: Frame,
  served: Served,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<unknown> {
  try {
    const result = await perform(frame, served, request);
    if (!(result instanceof FileAnswer)) return { code: 200, msg: 'ok', result };
    reply.header('content-type', result.type).header('content-disposition', result.disposition);
    return result.body;
  } catch (error) {
    const refusal = refusalOf(error, frame.log, request.id);
    reply.code(catalogue[refusal.kind].http);
    return {
      code: refusal.code,
      msg: refusal.message,
      ...(refusal.field ? { field: refusal.field } : {}),
      result: null,
    };
  }
}

async function perform(frame: Frame, served: Served, request: FastifyRequest): Promise<unknown> {
  const { call } = served;
  const actor = await actorOf(frame, request, call.access === 'public');
  const opId = request.headers[headers.opId];
  return await runCall(frame, served, {
    actor,
    body: request.body,
    opId: typeof opId === 'string' ? opId : undefined,
    origin: originOf(request),
  });
}

async function actorOf(frame: Frame, request: FastifyRequest, open: boolean): Promise<Actor | undefined> {
  if (!open) return await admittedBy(frame, request);
  const token = request.headers[headers.authorization];
  if (token === undefined) return undefined;
  const recognised = await frame.identity.recognise(token);
  return recognised.kind === 'actor' ? recognised.actor : undefined;
}

/** The person whose token this request carries, as every call would let them in; throws the Refusal of anybody else. */
export async function admittedBy({ identity }: Pick<Frame, 'identity'>, request: FastifyRequest): Promise<Actor> {
  return admitted(await identity.recognise(request.headers[headers.authorization]), request);
}

function admitted(recognised: Recognised, request: FastifyRequest): Actor {
  switch (recognised.kind) {
    case 'unknown':
      throw new Refusal('unauthorized');
    case 'ended':
      throw new Refusal('signedOut');
    case 'must-change':
      throw new Refusal('mustChangePassword');
    case 'actor': {
      refuseOtherName(request, recognised.actor);
      return recognised.actor;
    }
  }
}

/** The header is never believed, but one that contradicts the token is somebody trying (amendments F). */
export function refuseOtherName(request: FastifyRequest, actor: Actor): void {
  const claimed = request.headers[headers.userId];
  if (claimed !== undefined && claimed !== String(actor.id)) throw new Refusal('unauthorized');
}

/** Where a request came from, for the audit trail. */
export function originOf(request: FastifyRequest): Origin {
  const device = request.headers[headers.device];
  return {
    requestId: request.id,
    ip: request.ip,
    device: typeof device === 'string' ? device.slice(0, 64) : undefined,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 200),
  };
}

/** The refusal an error becomes. What is not ours is logged whole and told to nobody. */
export function refusalOf(error: unknown, log: Log, requestId: string): Refusal {
  if (error instanceof Refusal) return error;
  const code = (error as { code?: string }).code ?? '';
  if (tooLong.has(code)) return new Refusal('tooLarge');
  if (malformed.has(code)) return new Refusal('invalid', '请求内容不是有效的 JSON');
  if (unstorable.has(code)) return new Refusal('invalid', '提交的内容含有无法保存的值');
  log.error({ err: error, requestId }, 'call failed');
  return new Refusal(passing.has(code) || isGone(error) ? 'busy' : 'internal');
}

const tooLong = new Set(['FST_ERR_CTP_BODY_TOO_LARGE']);
const malformed = new Set([
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
  'FST_ERR_CTP_INVALID_CHARACTER',
]);
// SQLSTATEs: out of range, bad text, bad encoding.
const unstorable = new Set(['22003', '22P02', '22P05', '22021', '22007', '22008']);
// Lock or statement timeout, deadlock, serialization, a database that is restarting or gone: try again with the same op id.
const passing = new Set([
  '55P03',
  '57014',
  '40P01',
  '40001',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08003',
  '08001',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

// The driver has no codes for a connection that broke under a query or that could not be had in time, only these words.
function isGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (exceeded when trying to connect|expired))/.test(
      error.message,
    )
  );
}
