import type { timeouts } from './limits.ts';

/** The services of specification §7; each has its own base address (`/config.json`). */
export type Service = 'erp' | 'acl' | 'task' | 'file';

/**
 * Who may make a call: `public` needs no token, `login` any signed-in person, otherwise the permission key.
 * There is no default: a call without an access does not compile (design §3, "closed by default").
 */
export type Access = 'public' | 'login' | `${string}:${string}`;

/** What both sides must know of one call. `In` and `Out` live in the type only. */
export interface Call<In = unknown, Out = unknown> {
  readonly service: Service;
  readonly path: `/${string}`;
  readonly access: Access;
  /** A mutating call carries an op id and is answered from the stored answer when repeated (design §4). */
  readonly mutates: boolean;
  readonly timeout: keyof typeof timeouts;
  /** Names of fields that are kept in no form, not even hashed with the operation: passwords. */
  readonly secret?: readonly string[];
  // In the type only, and as methods, so that a call of known types may stand where any call is wanted.
  input?(value: In): In;
  output?(value: Out): Out;
}

export type InputOf<C> = C extends Call<infer In, infer _Out> ? In : never;
export type OutputOf<C> = C extends Call<infer _In, infer Out> ? Out : never;

/** Declares a call that reads; it is waited for as long as most calls are (specification §9). */
export function query<In, Out>(
  call: Omit<Call, 'mutates' | 'timeout' | 'input' | 'output'> & { timeout?: keyof typeof timeouts },
): Call<In, Out> {
  return { timeout: 'most', ...call, mutates: false };
}

/**
 * Declares a call that writes; it carries an op id from its first try (design §4) and is waited for as long as the
 * specification's POST helper waits (§9).
 */
export function command<In, Out>(
  call: Omit<Call, 'mutates' | 'timeout' | 'input' | 'output'> & { timeout?: keyof typeof timeouts },
): Call<In, Out> {
  return { timeout: 'post', ...call, mutates: true };
}

/** Header names of specification §7 and amendments F. */
export const headers = {
  authorization: 'authorization',
  userId: 'x-userid',
  nickname: 'x-nickname',
  requestType: 'x-request-type',
  opId: 'idempotency-key',
  device: 'x-device-id',
  build: 'x-app-build',
} as const;
