import type { FastifyInstance, InjectOptions } from 'fastify';
import type { Kysely } from 'kysely';
import { mountSignIn } from '#server/areas/access/mount-sign-in.ts';
import { mountMetrics, type Watched } from '#server/areas/ops/metrics.ts';
import { callerOf } from '#server/identity/caller-of.ts';
import { createIdentity, type SessionIdentity } from '#server/identity/create-identity.ts';
import type { Passwords } from '#server/identity/passwords.ts';
import { Vault } from '#server/identity/vault.ts';
import { mountCalls } from '#server/kit/frame.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { Registry } from '#server/kit/registry.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { type Clock, systemClock } from '#server/platform/clock.ts';
import { createHttp } from '#server/platform/http.ts';
import { limitCalls } from '#server/platform/limit-calls.ts';
import { createLog } from '#server/platform/log.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { cheapPasswords } from '#tests/boot/passwords.ts';

/** A server without a socket: calls go in by `call`, exactly as HTTP would bring them. */
export interface TestServer {
  readonly app: FastifyInstance;
  readonly kit: Kit;
  readonly identity: SessionIdentity;
  readonly passwords: Passwords;
  /** Makes a POST and reads the answer. */
  call(
    url: string,
    body?: unknown,
    options?: { headers?: Record<string, string>; ip?: string },
  ): Promise<{ status: number; body: Record<string, unknown> & { code: number; msg: string } }>;
}

function kitOf(db: Kysely<unknown>): Kit {
  const numbers = new Numbers(db);
  const registry = new Registry();
  return { registry, numbers, policies: stockPolicies(numbers, registry.events) };
}

/**
 * Builds the frame around what `kit` has and `serve` adds, the doors included. Two of them on one database know of one
 * another as little as two processes do.
 */
export async function testServer(
  db: Kysely<unknown>,
  {
    kit = kitOf(db),
    serve,
    clock = systemClock,
    passwords = cheapPasswords(),
    callsMost = Number.MAX_SAFE_INTEGER,
    watched,
  }: {
    kit?: Kit;
    serve?: (kit: Kit) => void;
    clock?: Clock;
    passwords?: Passwords;
    callsMost?: number;
    watched?: Watched;
  } = {},
): Promise<TestServer> {
  const log = createLog({ level: 'silent' });
  const app = await createHttp({ tls: undefined }, log);
  serve?.(kit);
  if (watched) mountMetrics(app, watched);
  const identity = createIdentity({ db, clock });
  const frame = { db, identity, clock, log };
  // Tests ask more than people do; one that is about the limit says which.
  await limitCalls(app, { callerOf: (request) => callerOf(identity, request), most: callsMost });
  mountCalls(app, kit.registry, frame);
  // The key of every test server: two of them open what the other has sealed.
  const vault = new Vault(Buffer.alloc(32, 7));
  mountSignIn(app, { ...frame, passwords, vault });
  return {
    app,
    kit,
    identity,
    passwords,
    async call(url, body = {}, { headers = {}, ip = '127.0.0.1' } = {}) {
      const answer = await app.inject({
        method: 'POST',
        url,
        payload: body as NonNullable<InjectOptions['payload']>,
        headers,
        remoteAddress: ip,
      });
      // A call may answer with a file.
      const isJson = String(answer.headers['content-type']).includes('json');
      return { status: answer.statusCode, body: isJson ? answer.json() : { code: 200, msg: '' } };
    },
  };
}
