import type { Call } from '#contract/kit/call.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Actor } from '#server/identity/actor.ts';
import { callerOf } from '#server/import/make-call.ts';
import { personNamed } from '#server/import/staff.ts';
import { Registry } from '#server/kit/registry.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { createLog } from '../platform/log.ts';
import type { Chance } from './chance.ts';
import type { SeedStep } from './context.ts';

/** People of the demo company at work: each call is made by the account that is named, an hour after the one before it. */
export interface Clerks {
  /** Begins so many days before the load. */
  begin(daysAgo: number): void;
  /** The day on which the last call was made, which is another one than `begin` said where the hours have passed midnight. */
  day(): string;
  ask<In, Out>(username: string, call: Call<In, Out>, input: In): Promise<Out>;
}

/** Opens the calls that `serve` serves, as the screens make them. Throws for an account that is not there. */
export function openClerks(
  { tx, now, numbers }: SeedStep,
  { serve, chance }: { serve: readonly ((kit: Kit) => void)[]; chance: Chance },
): Clerks {
  const registry = new Registry();
  const kit: Kit = { registry, numbers, policies: stockPolicies(numbers, registry.events) };
  for (const one of serve) one(kit);
  const make = callerOf(registry, createLog({ level: 'warn' }));
  // What they may do does not change while a part is loaded.
  const people = new Map<string, Actor>();
  let clock = now;
  return {
    begin(daysAgo) {
      clock = new Date(now.getTime() - daysAgo * 86_400_000);
    },
    day: () => businessDay(clock),
    async ask(username, call, input) {
      const actor = people.get(username) ?? (await personNamed(tx, username));
      if (!actor) throw new Error(`the demo account ${username} is missing`);
      people.set(username, actor);
      clock = new Date(clock.getTime() + 3_600_000);
      return await make(tx, call, { actor, now: clock, opId: chance.uuid(), input });
    },
  };
}
