import type { Call } from '#contract/kit/call.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import { onItsVersion } from '#server/kit/on-its-version.ts';
import type { Registry } from '#server/kit/registry.ts';
import { runWithin } from '#server/kit/run-call.ts';
import type { Log } from '#server/platform/log.ts';

/** One call made inside the house: by whom, when, under which op id. */
interface Making {
  readonly actor: Actor;
  readonly now: Date;
  readonly opId: string;
}

export type Caller = <In, Out>(tx: Tx, call: Call<In, Out>, making: Making & { input: In }) => Promise<Out>;

/**
 * Makes calls as a person's browser would, without HTTP: permission, schema, op id and handler are the same, and the
 * caller's transaction decides whether all of it counts. For imports and demo data.
 */
export function callerOf(registry: Registry, log: Log): Caller {
  const served = new Map(registry.all().map((one) => [keyOf(one.call), one]));
  return async <In, Out>(
    tx: Tx,
    call: Call<In, Out>,
    { actor, now, opId, input }: Making & { input: In },
  ): Promise<Out> => {
    const one = served.get(keyOf(call));
    if (!one) throw new Error(`nobody serves ${call.path}`);
    return (await runWithin({ actor, now, origin, log, db: tx, opId }, one, await onItsVersion(tx, one, input))) as Out;
  };
}

const origin = { requestId: 'inside', ip: 'inside', device: undefined, userAgent: '' };

const keyOf = (call: Call): string => `${call.service}${call.path}`;
