import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import type { WriteContext } from './call-context.ts';
import type { Registry } from './registry.ts';
import { runTransition } from './run-transition.ts';

interface House {
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
export async function takeDueTransitions(house: House, { documents }: Registry, signal?: AbortSignal): Promise<number> {
  let taken = 0;
  for (const { definition } of documents.all()) {
    const timed = timedOf(definition);
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
}

function timedOf(definition: AnyDefinition): Timed[] {
  return Object.entries(definition.transitions ?? {}).flatMap(([name, step]) =>
    step.by === 'timer' && step.due !== undefined ? [{ name, from: step.from, due: step.due }] : [],
  );
}

interface Looking {
  readonly definition: AnyDefinition;
  readonly timed: readonly Timed[];
  /** Those that refused in this look. */
  readonly refused: Set<string>;
}

async function takeNext(
  house: House,
  registry: Pick<Registry, 'documents'>,
  { definition, timed, refused }: Looking,
): Promise<'taken' | 'refused' | 'none'> {
  const now = house.clock.now();
  const origin = { requestId: 'due-transitions', ip: '', device: undefined, userAgent: '' };
  let found: Due | undefined;
  try {
    return await inTransaction(house.db, async (tx) => {
      const table = sql.table(tableOf(definition));
      const due = timed.map(
        ({ name, from, due: field }) => sql`
          select d.id, ${name}::text as name, ${sql.ref(`d.${field}`)} as at from ${table} as d
          where d.status = any(${[...from]}::int[]) and ${sql.ref(`d.${field}`)} <= ${now.toISOString()}::timestamptz`,
      );
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
      return 'taken';
    });
  } catch (error) {
    if (!found || !(error instanceof Refusal)) throw error;
    house.log.warn(
      { doc: definition.name, id: found.id, step: found.name, msg: error.message },
      'a due step was refused',
    );
    refused.add(keyOf(found));
    return 'refused';
  }
}

const keyOf = ({ id, name }: Due): string => `${id} ${name}`;
