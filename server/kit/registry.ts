import type { ZodType } from 'zod';
import type { Call } from '#contract/kit/call.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { ReadContext, WriteContext } from './call-context.ts';

/** What a call takes; where that depends on what its caller may see, the schema for one caller. */
export type InputSchema = ZodType | ((actor: Actor) => ZodType);

/** One call as the server serves it. Its access stands in the call itself: there is no way to serve without one. */
export interface Served {
  readonly call: Call;
  readonly input: InputSchema;
  /** Gives refusals of the schema their field labels. */
  readonly definition: AnyDefinition | undefined;
  handle(context: ReadContext | WriteContext, input: never): Promise<unknown>;
}

/**
 * Every call the server answers. The frame serves what stands here and nothing else, so permission, schema and
 * idempotency cannot be forgotten for one of them (design §9, "deny by default from one registry of calls").
 */
export class Registry {
  readonly #served = new Map<string, Served>();
  readonly #askedWithin = new Set<string>();

  /** Adds a call that reads. */
  read<In, Out>(
    call: Call<In, Out>,
    input: InputSchema,
    handle: (context: ReadContext, input: In) => Promise<Out>,
    definition?: AnyDefinition,
  ): void {
    this.#add({ call: call as Call, input, definition, handle: handle as Served['handle'] });
  }

  /** Adds a call that writes, inside one transaction with its op row. */
  write<In, Out>(
    call: Call<In, Out>,
    input: InputSchema,
    handle: (context: WriteContext, input: In) => Promise<Out>,
    definition?: AnyDefinition,
  ): void {
    this.#add({ call: call as Call, input, definition, handle: handle as Served['handle'] });
  }

  /** Keys that a call asks for besides its own, by what it is sent: roles can hold them like those of calls. */
  asksWithin(keys: readonly string[]): void {
    for (const key of keys) this.#askedWithin.add(key);
  }

  keysAskedWithin(): readonly string[] {
    return [...this.#askedWithin];
  }

  all(): readonly Served[] {
    return [...this.#served.values()];
  }

  #add(served: Served): void {
    const key = `${served.call.service}${served.call.path}`;
    if (this.#served.has(key)) throw new Error(`call ${key} is served twice`);
    this.#served.set(key, served);
  }
}
