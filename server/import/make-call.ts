import type { Call } from '#contract/kit/call.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { refusalOfInput } from '#server/kit/input-refusal.ts';
import { claimOperation, keepAnswer } from '#server/kit/operations.ts';
import type { Registry, Served } from '#server/kit/registry.ts';
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
    const one = served.get(keyOf(call as Call));
    if (!one) throw new Error(`nobody serves ${call.path}`);
    if (!allows(actor, call.access)) throw new Refusal('forbidden', `${actor.username} may not call ${call.path}`);
    return (await perform(tx, one, { actor, now, opId, input, log })) as Out;
  };
}

const origin = { requestId: 'inside', ip: 'inside', device: undefined, userAgent: '' };

const keyOf = (call: Call): string => `${call.service}${call.path}`;

async function perform(
  tx: Tx,
  served: Served,
  { actor, now, opId, input, log }: Making & { input: unknown; log: Log },
): Promise<unknown> {
  const parsed = served.input.safeParse(input);
  if (!parsed.success) throw refusalOfInput(parsed.error, served.definition);
  const stored = await claimOperation(tx, { opId, adminId: actor.id, call: served.call.path, input: parsed.data });
  if (stored) return stored.result;
  const result = await served.handle({ actor, now, origin, log, db: tx, opId }, parsed.data as never);
  await keepAnswer(tx, opId, result);
  return result;
}
