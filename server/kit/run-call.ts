import type { Kysely } from 'kysely';
import { Refusal, type RefusalKind } from '#contract/kit/errors.ts';
import { reservedConnections } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { toldTo } from '#server/ledger/goods-refusal.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import type { Origin, WriteContext } from './call-context.ts';
import { refusalOfInput } from './input-refusal.ts';
import { claimed, claiming, claimOperation, keepAnswer, keeping, type Operation } from './operations.ts';
import type { Served } from './registry.ts';
import { namingItsField } from './unstorable.ts';

/** What running a call stands on. */
export interface Running {
  readonly db: Kysely<unknown>;
  readonly clock: Clock;
  readonly log: Log;
}

/** One asking of a call, once it is known who asks. */
export interface Asking {
  readonly actor: Actor | undefined;
  readonly body: unknown;
  readonly opId: string | undefined;
  readonly origin: Origin;
}

/**
 * Permission, schema, op id, transaction, handler: what every call goes through, over HTTP or not. Throws a Refusal, or
 * an error of ours that `refusalOf` hides from the caller.
 */
export async function runCall(house: Running, served: Served, asking: Asking): Promise<unknown> {
  try {
    return await attempt(house, served, asking);
  } catch (error) {
    await keepRefused(house, served, { asking, error });
    throw error;
  }
}

/** Only what is refused for what it says: who may not call, or comes at a bad moment, has told nothing yet. */
async function keepRefused(
  { db, clock, log }: Running,
  { keepRefused: keep }: Served,
  { asking: { actor, body, origin }, error }: { asking: Asking; error: unknown },
): Promise<void> {
  if (!keep || !actor || !(error instanceof Refusal) || !toldKinds.has(error.kind)) return;
  try {
    await keep({ db, actor, now: clock.now(), body, refusal: error });
  } catch (problem) {
    log.error({ err: problem, requestId: origin.requestId }, 'a refused call could not be kept');
  }
}

const toldKinds: ReadonlySet<RefusalKind> = new Set([
  'invalid',
  'notFound',
  'illegalTransition',
  'stockShort',
  'periodClosed',
  'duplicate',
]);

async function attempt(house: Running, served: Served, asking: Asking): Promise<unknown> {
  const input = admit(served, asking);
  const context = { actor: asking.actor as Actor, now: house.clock.now(), origin: asking.origin, log: house.log };
  const db = served.reserved ? reservedConnections(house.db) : house.db;
  if (!served.call.mutates) {
    try {
      return await served.handle({ ...context, db }, input as never);
    } catch (error) {
      throw namingItsField(error, served, input);
    }
  }
  const operation = operationOf(served, { opId: opIdOf(asking.opId), actor: asking.actor, input });
  const { opId } = operation;
  try {
    // The claim goes with `begin` and the answer with `commit`: op id and effect are one transaction, without a round trip for each.
    const { result } = await inTransaction(
      db,
      async (tx, opened): Promise<Done> => {
        const stored = await claimed(tx, operation, opened);
        if (stored) return { result: stored.result, isNew: false };
        return { result: await served.handle({ ...context, db: tx, opId }, input as never), isNew: true };
      },
      {
        opening: claiming(operation),
        closing: (done) => (done.isNew ? keeping(opId, done.result) : undefined),
      },
    );
    return result;
  } catch (error) {
    throw namingItsField(await toldTo(context.actor, house.db, error), served, input);
  }
}

/** What a call came to: done now, or told again. */
interface Done {
  readonly result: unknown;
  readonly isNew: boolean;
}

/** The same inside a transaction that somebody else opened and will decide on: imports and demo data. */
export async function runWithin(context: WriteContext, served: Served, body: unknown): Promise<unknown> {
  return await once(served, context, admit(served, { actor: context.actor, body }));
}

// Permission first, then the schema: a caller without the key learns nothing of the input. A public call has no actor;
// its handler is the identity floor's own and asks for none.
function admit(served: Served, { actor, body }: Pick<Asking, 'actor' | 'body'>): unknown {
  if (!allows(actor, served.call.access)) throw new Refusal(actor ? 'forbidden' : 'unauthorized');
  // Only a public call has no actor, and what those take depends on nobody.
  const input = typeof served.input === 'function' ? served.input(actor as Actor) : served.input;
  const parsed = input.safeParse(body ?? {});
  if (!parsed.success) throw refusalOfInput(parsed.error, served.definition, served.call.path);
  return parsed.data;
}

async function once(served: Served, context: WriteContext, input: unknown): Promise<unknown> {
  const { db, opId, actor } = context;
  const stored = await claimOperation(db, operationOf(served, { opId, actor, input }));
  if (stored) return stored.result;
  const result = await served.handle(context, input as never);
  await keepAnswer(db, opId, result);
  return result;
}

function operationOf(
  { call: { path, secret } }: Served,
  { opId, actor, input }: { opId: string; actor: Actor | undefined; input: unknown },
): Operation {
  // The installation's own account is an actor too; only a public call has none.
  return { opId, adminId: actor?.id ?? null, call: path, input, secret };
}

function opIdOf(opId: string | undefined): string {
  if (opId === undefined || !uuid.test(opId))
    throw new Refusal('invalid', '缺少操作编号（Idempotency-Key，UUID）', 'Idempotency-Key');
  return opId.toLowerCase();
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
