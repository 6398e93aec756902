import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { headers, type Service } from '#contract/kit/call.ts';
import { catalogue, Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { Identity, Recognised } from '#server/identity/identity.ts';
import type { Clock } from '#server/platform/clock.ts';
import { FairQueue } from '#server/platform/fair-queue.ts';
import type { Log } from '#server/platform/log.ts';
import { noteOutcome } from '#server/platform/outcome.ts';
import type { Origin } from './call-context.ts';
import { noteDenial } from './denials.ts';
import { FileAnswer } from './file-answer.ts';
import { SeparationRefusal } from './participants.ts';
import type { Registry, Served } from './registry.ts';
import { runCall } from './run-call.ts';
import { unstorable } from './unstorable.ts';

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
    reply.raw.once('close', result.sent);
    reply.header('content-type', result.type).header('content-disposition', result.disposition);
    return Readable.from(result.pieces);
  } catch (error) {
    const refusal = await refused(frame, request, error);
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
  const asking = {
    actor,
    body: request.body,
    opId: typeof opId === 'string' ? opId : undefined,
    origin: originOf(request),
  };
  // Scans have connections of their own and wait for nothing else of their person.
  if (!actor || served.reserved) return await runCall(frame, served, asking);
  return await turnsOf(frame).run(actor.id, () => runCall(frame, served, asking));
}

/** Calls of one person that run at once, and that wait: more than a browser has under way, less than would take every connection. */
const callTurns = { each: 8, waitingEach: 100, words: catalogue.tooMany.words } as const;
const turns = new WeakMap<Kysely<unknown>, FairQueue>();

function turnsOf({ db }: Frame): FairQueue {
  const known = turns.get(db) ?? new FairQueue(callTurns);
  turns.set(db, known);
  return known;
}

async function actorOf(frame: Frame, request: FastifyRequest, open: boolean): Promise<Actor | undefined> {
  if (!open) return await admittedCaller(frame, request);
  const token = request.headers[headers.authorization];
  if (token === undefined) return undefined;
  const recognised = await frame.identity.recognise(token);
  return recognised.kind === 'actor' ? recognised.actor : undefined;
}

/** The person whose token this request carries, as every call would let them in; throws the Refusal of anybody else, and of an application. */
export async function admittedBy(frame: Pick<Frame, 'identity'>, request: FastifyRequest): Promise<Actor> {
  const actor = await admittedCaller(frame, request);
  if (actor.isApp) throw new Refusal('forbidden');
  return actor;
}

async function admittedCaller({ identity }: Pick<Frame, 'identity'>, request: FastifyRequest): Promise<Actor> {
  const actor = admitted(await identity.recognise(request.headers[headers.authorization]), request);
  callers.set(request, actor);
  return actor;
}

const callers = new WeakMap<FastifyRequest, Actor>();

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
  if (claimed !== undefined && claimed !== String(actor.id)) throw new ForgedName(actor);
}

/** A call under another person's name, answered like any unknown token. */
class ForgedName extends Refusal {
  readonly actor: Actor;

  constructor(actor: Actor) {
    super('unauthorized');
    this.actor = actor;
  }
}

/** The refusal that a request is answered with; what its caller may not do is kept (`noteDenial`). */
export async function refused(
  frame: Pick<Frame, 'db' | 'clock' | 'log'>,
  request: FastifyRequest,
  error: unknown,
): Promise<Refusal> {
  const refusal = refusalOf(error, frame.log, request.id);
  noteOutcome(request, refusal.kind);
  const forged = refusal instanceof ForgedName;
  const actor = forged ? refusal.actor : callers.get(request);
  const separated = refusal instanceof SeparationRefusal;
  if (actor && (forged || separated || refusal.kind === 'forbidden')) {
    const call = request.routeOptions.url ?? request.url;
    await noteDenial(frame, {
      actor,
      call,
      step: forged ? 'forged' : separated ? 'separated' : 'denied',
      origin: originOf(request),
    });
  }
  return refusal;
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
  return new Refusal(passes(error, code) ? 'busy' : 'internal');
}

const tooLong = new Set(['FST_ERR_CTP_BODY_TOO_LARGE']);
const malformed = new Set([
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
  'FST_ERR_CTP_INVALID_CONTENT_LENGTH',
  'FST_ERR_CTP_INVALID_CHARACTER',
]);
// What passes, so that the same op id may try again: the connection, the means (a full disk, no memory, no connection left), a
// stop or restart, the machine under PostgreSQL; a lock that was waited for too long, a deadlock, a serialization failure.
const passingClasses = /^(?:08|53|57|58)[0-9A-Z]{3}$/;
// The last is a standby that has not yet taken over.
const passing = new Set(['55P03', '40P01', '40001', '25006']);
// The same of this machine and of the way to the database.
const passingHere = new Set([
  'ENOSPC',
  'EDQUOT',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOENT',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

function passes(error: unknown, code: string): boolean {
  return passingClasses.test(code) || passing.has(code) || passingHere.has(code) || isGone(error);
}

// The driver has no codes for a connection that broke under a query or that could not be had in time, only these words.
function isGone(error: unknown): boolean {
  return (
    error instanceof Error &&
    /^(Connection terminated|Client (has encountered a connection error|was closed)|timeout (exceeded when trying to connect|expired))/.test(
      error.message,
    )
  );
}
