import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import { captcha, changePassword as changePasswordCall, signOut } from '#contract/areas/access/calls.ts';
import { endOwnSessionsCall } from '#contract/areas/me/account.ts';
import { beginSecondFactor, confirmSecondFactor, dropSecondFactor } from '#contract/areas/me/second-factor.ts';
import { headers } from '#contract/kit/call.ts';
import { catalogue, Refusal } from '#contract/kit/errors.ts';
import { reservedConnections } from '#server/database/connect.ts';
import { AddressLimit } from '#server/identity/address-limit.ts';
import type { SessionIdentity } from '#server/identity/create-identity.ts';
import type { Passwords } from '#server/identity/passwords.ts';
import { endSession } from '#server/identity/sessions.ts';
import type { Vault } from '#server/identity/vault.ts';
import type { Origin } from '#server/kit/call-context.ts';
import { admittedBy, bases, type Frame, originOf, refused, refuseOtherName } from '#server/kit/frame.ts';
import { captchaInput, makeCaptcha } from './captcha.ts';
import { changePassword, changePasswordInput } from './change-password.ts';
import { endOwnSessions, endOwnSessionsInput } from './own-sessions.ts';
import { beginFactor, beginInput, confirmFactor, confirmInput, dropFactor, dropInput } from './second-factor.ts';
import { type SignInDeps, signIn, signInInput } from './sign-in.ts';

/** The frame of the other calls, with an identity that can forget and the process's only pool of hashes. */
export interface SignInFrame extends Frame {
  readonly identity: SessionIdentity;
  readonly passwords: Passwords;
  /** Opens the secrets of authenticators. */
  readonly vault: Vault;
}

/**
 * Mounts sign-in, change of password, second factor, the end of own sessions and sign-out of the access-control service. They stand outside the registry: the
 * login has an envelope of its own (specification §3), and none of them may leave a trace of a password or a secret in the table
 * of operations. Nor need they: repeated, they do no harm.
 */
export function mountSignIn(app: FastifyInstance, given: SignInFrame): void {
  const frame: SignInFrame = { ...given, db: reservedConnections(given.db) };
  const deps: SignInDeps = { ...frame, addresses: new AddressLimit() };
  const post = (
    path: string,
    payload: 'data' | 'result',
    perform: (request: FastifyRequest, origin: Origin) => Promise<unknown>,
  ): void => {
    app.post(
      `${bases.acl}${path}`,
      async (request, reply) =>
        await answer({ frame, request, reply, payload }, () => perform(request, originOf(request))),
    );
  };
  post('/login', 'data', (request, origin) => signIn(deps, checked(signInInput, request), origin));
  const pictures = new AddressLimit();
  post(captcha.path, 'result', (request, origin) =>
    makeCaptcha(deps, checked(captchaInput, request), { origin, asked: pictures }),
  );
  post(changePasswordCall.path, 'result', async (request, origin) => {
    await changePassword(deps, checked(changePasswordInput, request), { origin, token: tokenOf(request) });
    frame.identity.forget();
    return null;
  });
  post(beginSecondFactor.path, 'result', (request, origin) => beginFactor(deps, checked(beginInput, request), origin));
  post(confirmSecondFactor.path, 'result', (request, origin) =>
    confirmFactor(deps, checked(confirmInput, request), origin),
  );
  post(dropSecondFactor.path, 'result', async (request, origin) => {
    await dropFactor(deps, checked(dropInput, request), origin);
    return null;
  });
  post(endOwnSessionsCall.path, 'result', async (request, origin) => {
    const actor = await admittedBy(frame, request);
    const ended = await endOwnSessions(deps, checked(endOwnSessionsInput, request), { actor, origin });
    frame.identity.forget();
    return ended;
  });
  post(signOut.path, 'result', async (request) => {
    await leave(frame, request);
    return null;
  });
}

interface Answering {
  readonly frame: Frame;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  /** The key under which the answer stands: `data` for the login, `result` for every other call. */
  readonly payload: 'data' | 'result';
}

async function answer(
  { frame, request, reply, payload }: Answering,
  perform: () => Promise<unknown>,
): Promise<unknown> {
  reply.header('cache-control', 'no-store');
  try {
    return { code: 200, msg: 'ok', message: 'ok', [payload]: await perform() };
  } catch (error) {
    const refusal = await refused(frame, request, error);
    reply.code(catalogue[refusal.kind].http);
    return {
      code: refusal.code,
      msg: refusal.message,
      message: refusal.message,
      ...(refusal.field ? { field: refusal.field } : {}),
      [payload]: null,
    };
  }
}

async function leave(frame: SignInFrame, request: FastifyRequest): Promise<void> {
  const token = tokenOf(request);
  const recognised = await frame.identity.recognise(token);
  if (recognised.kind === 'ended') throw new Refusal('signedOut');
  if (recognised.kind === 'unknown' || token === undefined) throw new Refusal('unauthorized');
  refuseOtherName(request, recognised.actor);
  await endSession(frame.db, token, frame.clock.now());
  frame.identity.forget();
}

// The words of specification §5 stand alone, without the field's name in front.
function checked<T>(schema: ZodType<T>, request: FastifyRequest): T {
  const parsed = schema.safeParse(request.body ?? {});
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const key = (issue.keys[0] ?? '').slice(0, 80);
    throw new Refusal('invalid', `不认识的字段：${key}`, key);
  }
  throw new Refusal('invalid', issue?.message, issue?.path.join('.'));
}

function tokenOf(request: FastifyRequest): string | undefined {
  return request.headers[headers.authorization];
}
