import type { Kysely } from 'kysely';
import type { Call } from '#contract/kit/call.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { openHouse } from '#tests/boot/house.ts';

export interface Office {
  /** Makes a call as `actor` (everything allowed unless given), in a transaction of its own. */
  call<In, Out>(call: Call<In, Out>, input: In, actor?: Actor): Promise<Out>;
  /** The refusal a call ends in; fails when it goes through. */
  refused<In, Out>(
    call: Call<In, Out>,
    input: In,
    actor?: Actor,
  ): Promise<{ kind: string; field: string | undefined; words: string }>;
}

/** The served house for tests that mind what is asked, not who asks. */
export function officeOf(db: Kysely<unknown>): Office {
  const house = openHouse(db);
  const call: Office['call'] = async <In, Out>(asked: Call<In, Out>, input: In, actor: Actor = anyone()) =>
    (await house.ask(actor, asked as Call, input)) as Out;
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

/** A person with every key, or with these only; writes as the installation's own account. */
export function anyone(some: Partial<Actor> & { keys?: readonly string[] } = {}): Actor {
  const { keys, ...rest } = some;
  const permissions: ReadonlySet<string> = keys ? new Set(keys) : everyKey;
  return { id: 1, username: 'tester', nickname: '测试', sessionId: 0, permissions, scope: 'everything', ...rest };
}

// A set that holds whatever key is asked for.
const everyKey: ReadonlySet<string> = Object.assign(new Set<string>(), { has: () => true });
