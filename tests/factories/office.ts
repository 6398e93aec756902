import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Call } from '#contract/kit/call.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import { callerOf } from '#server/import/make-call.ts';
import { Numbers } from '#server/kit/numbering.ts';
import { Registry } from '#server/kit/registry.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { createLog } from '#server/platform/log.ts';

export interface Office {
  /** Makes a call as `actor` (everything allowed unless given), in a transaction of its own. */
  call<In, Out>(call: Call<In, Out>, input: In, actor?: Actor): Promise<Out>;
  /** The refusal a call ends in; fails when it goes through. */
  refused<In, Out>(call: Call<In, Out>, input: In, actor?: Actor): Promise<{ kind: string; field: string | undefined; words: string }>;
}

/** Served calls without HTTP: schema, permission, op id and handler as in the product. */
export function officeOf(db: Kysely<unknown>, serve: readonly ((kit: Kit) => void)[]): Office {
  const registry = new Registry();
  const kit: Kit = { registry, numbers: new Numbers(db) };
  for (const one of serve) one(kit);
  const make = callerOf(registry, createLog({ level: 'silent' }));
  const call: Office['call'] = async (asked, input, actor = anyone()) =>
    await inTransaction(db, async (tx) => await make(tx, asked, { actor, now: new Date(), opId: randomUUID(), input }));
  return {
    call,
    refused: async (asked, input, actor) => {
      try {
        await call(asked, input, actor);
      } catch (error) {
        if (error instanceof Refusal) return { kind: error.kind, field: error.field, words: error.message };
        throw error;
      }
      throw new Error(`${asked.path} went through`);
    },
  };
}

/** A person with every key, or with these only. The id must be a row of `admin` where something is written. */
export function anyone(some: Partial<Actor> & { keys?: readonly string[] } = {}): Actor {
  const { keys, ...rest } = some;
  const permissions: ReadonlySet<string> = keys ? new Set(keys) : everyKey;
  return { id: 1, username: 'tester', nickname: '测试', sessionId: 0, permissions, scope: 'everything', ...rest };
}

/** Adds a person who can write; answers the id. */
export async function addPerson(db: Kysely<unknown>, username: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`insert into admin (username, nickname) values (${username}, ${username}) returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

// A set that holds whatever key is asked for.
const everyKey: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });
