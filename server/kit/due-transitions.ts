import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { fieldOf } from '#contract/kit/base-fields.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay, dateKind } from '#contract/kit/kinds/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import type { WriteContext } from './call-context.ts';
import type { ServedDocument } from './documents.ts';
import type { Registry } from './registry.ts';
import { runTransition } from './run-transition.ts';

interface TimerDeps {
  readonly db: Kysely<unknown>;
  readonly clock: Clock;
  readonly log: Log;
}

interface Due {
  readonly id: number;
  readonly name: string;
  readonly at: string;
}

/**
 * Takes the steps whose time has come, of every document that has such steps, in the order of their times: a server that was
 * off catches up as if it had not been. Each is a transaction of its own, and of two processes that look at once each takes
 * what the other has not. A step that refuses is logged and asked again at the next look. Answers how many were taken.
 */
export async function takeDueTransitions(
  house: TimerDeps,
  { documents }: Registry,
  signal?: AbortSignal,
): Promise<number> {
  let taken = 0;
  for (const served of documents.all()) {
    const { definition } = served;
    const timed = await timedOf(house, served);
    if (timed.length === 0) continue;
    const refused = new Set<string>();
    for (;;) {
      if (signal?.aborted) return taken;
      const outcome = await takeNext(house, { documents }, { definition, timed, refused });
      if (outcome === 'none') break;
      if (outcome === 'taken') taken += 1;
    }
  }
  return taken;
}

interface Timed {
  readonly name: string;
  readonly from: readonly number[];
  readonly due: string;
  /** Days that a day waits for: 1 for one that has to be over. */
  readonly wait: number;
}

/** The steps of a document that the clock takes here: which of them, the installation may have a say in. */
async function timedOf({ db }: TimerDeps, { definition, hooks }: ServedDocument): Promise<Timed[]> {
  const timed: Timed[] = [];
  for (const [name, step] of Object.entries(definition.transitions ?? {})) {
    if (step.by !== 'timer' || step.due === undefined) continue;
    if ((await hooks.transitions?.[name]?.awake?.(db)) === false) continue;
    timed.push({ name, from: step.from, due: step.due, wait: step.over ? 1 : 0 });
  }
  return timed;
}

/** When a step is due and whether that has come. A day begins in Shanghai, whatever the time zone of the session. */
function dueOf(
  definition: AnyDefinition,
  { due, wait }: Timed,
  now: Date,
): { at: RawBuilder<unknown>; come: RawBuilder<boolean> } {
  const column = sql.ref(`d.${due}`);
  if (fieldOf(definition, due).kind !== dateKind)
    return { at: column, come: sql<boolean>`${column} <= ${now.toISOString()}::timestamptz` };
  return {
    at: sql`((${column} + ${wait}::int)::timestamp at time zone 'Asia/Shanghai')`,
    come: sql<boolean>`${column} <= ${businessDay(now)}::date - ${wait}::int`,
  };
}

interface Looking {
  readonly definition: AnyDefinition;
  readonly timed: readonly Timed[];
  /** Those that refused in this look. */
  readonly refused: Set<string>;
}

async function takeNext(
  house: TimerDeps,
  registry: Pick<Registry, 'documents'>,
  { definition, timed, refused }: Looking,
): Promise<'taken' | 'refused' | 'none'> {
  const now = house.clock.now();
  const origin = { requestId: 'due-transitions', ip: '', device: undefined, userAgent: '' };
  let found: Due | undefined;
  try {
    return await inTransaction(house.db, async (tx) => {
      const table = sql.table(tableOf(definition));
      const due = timed.map((one) => {
        const { at, come } = dueOf(definition, one, now);
        return sql`
          select d.id, ${one.name}::text as name, ${at} as at from ${table} as d
          where d.status = any(${[...one.from]}::int[]) and ${come}`;
      });
      const { rows } = await sql<Due>`
        select f.id, f.name, f.at from (${sql.join(due, sql` union all `)}) as f
        where f.id || ' ' || f.name <> all(${[...refused]}::text[]) order by f.at, f.id limit 1`.execute(tx);
      found = rows[0];
      if (!found) return 'none';
      // Whoever holds it is taking it, or is doing something else with it: the next look sees what became of it.
      const { rows: free } =
        await sql`select 1 from ${table} where id = ${found.id} for no key update skip locked`.execute(tx);
      if (free.length === 0) {
        refused.add(keyOf(found));
        return 'refused';
      }
      const context: WriteContext = { db: tx, actor: systemActor, now, opId: randomUUID(), origin, log: house.log };
      await runTransition(registry, context, { definition, name: found.name, id: found.id });
      said.delete(`${definition.name} ${keyOf(found)}`);
      return 'taken';
    });
  } catch (error) {
    if (!found || !(error instanceof Refusal)) throw error;
    refused.add(keyOf(found));
    const { message } = error;
    // Asked again at every look: what is said each time would bury the log.
    const about = `${definition.name} ${keyOf(found)}`;
    if (said.get(about) !== message)
      house.log.warn({ doc: definition.name, id: found.id, step: found.name, msg: message }, 'a due step was refused');
    said.set(about, message);
    return 'refused';
  }
}

const keyOf = ({ id, name }: Due): string => `${id} ${name}`;

/** Why steps were refused when they were last asked. */
const said = new Map<string, string>();
