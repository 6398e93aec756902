import type { Kysely, RawBuilder } from 'kysely';
import type { ZodType } from 'zod';
import type { Call } from '#contract/kit/call.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { ReadContext, WriteContext } from './call-context.ts';
import { Documents } from './documents.ts';
import { Events } from './events.ts';
import type { FileAnswer } from './file-answer.ts';

/** What a call takes; where that depends on what its caller may see, the schema for one caller. */
export type InputSchema<In = unknown> = ZodType<Read<In>> | ((actor: Actor) => ZodType<Read<In>>);

/**
 * Nothing where a check reads every key that the type of the call has; a type that no schema fits where it forgets one: zod refuses what it
 * does not know, so such a key could be written by a client and never sent. A schema from a definition reads `never` (`ofDefinition`).
 */
type Whole<In, Schema> = [ReadBy<Schema>] extends [never]
  ? unknown
  : [ForgottenKeys<In, Schema>] extends [never]
    ? unknown
    : { forgets: ForgottenKeys<In, Schema> };

type ForgottenKeys<In, Schema> = string extends keyof In ? never : Exclude<KeysOf<In>, KeysOf<ReadBy<Schema>>>;

/** The keys of a type, or of every type of a union. */
type KeysOf<T> = T extends object ? keyof T : never;

type ReadBy<Schema> =
  Schema extends ZodType<infer Read> ? Read : Schema extends (actor: Actor) => ZodType<infer Read> ? Read : never;

/** What a schema reads for a type: zod gives a key that may be left out as one that may be undefined. */
type Read<T> = T extends readonly (infer One)[]
  ? readonly Read<One>[]
  : T extends object
    ? { [K in keyof T]: Record<never, never> extends Pick<T, K> ? Read<T[K]> | undefined : Read<T[K]> }
    : T;

/** One call as the server serves it. Its access stands in the call itself: there is no way to serve without one. */
export interface Served {
  readonly call: Call;
  readonly input: InputSchema;
  /** Gives refusals of the schema their field labels. */
  readonly definition: AnyDefinition | undefined;
  /** It has connections of its own to the database, which other calls cannot take (decision 0033). */
  readonly reserved: boolean;
  handle(context: ReadContext | WriteContext, input: never): Promise<unknown>;
  /** Keeps what the call refuses, after its transaction is gone. */
  readonly keepRefused?: (refused: Refused) => Promise<void>;
}

/** An asking that was refused for what it says, as it was sent. */
export interface Refused {
  readonly db: Kysely<unknown>;
  readonly actor: Actor;
  readonly now: Date;
  readonly body: unknown;
  readonly refusal: Refusal;
}

/** Which fields of a list this person may not see in some of its rows (those under alias `r`). */
export type Hiding = (actor: Actor) => { readonly fields: readonly string[]; readonly when: RawBuilder<boolean> };

/** A definition whose list may be written into a file. */
export interface Listed {
  readonly definition: AnyDefinition;
  readonly hiding: Hiding | undefined;
}

/**
 * Every call the server answers. The frame serves what stands here and nothing else, so permission, schema and
 * idempotency cannot be forgotten for one of them (design §9, "deny by default from one registry of calls").
 */
export class Registry {
  readonly #served = new Map<string, Served>();
  readonly #askedWithin = new Set<string>();
  readonly #listed = new Map<string, Listed>();
  /** What the served areas tell one another. */
  readonly events = new Events();
  /** The documents among them, with what is special about each. */
  readonly documents = new Documents();

  /** Adds a call that reads; a file takes the place of its envelope. */
  read<In, Out, Schema extends InputSchema<NoInfer<In>>>(
    call: Call<In, Out>,
    input: Schema & Whole<NoInfer<In>, Schema>,
    handle: (context: ReadContext, input: In) => Promise<Out | FileAnswer>,
    definition?: AnyDefinition,
  ): void {
    this.#add({
      call,
      input,
      definition,
      reserved: false,
      handle,
    });
  }

  /** Adds a call that writes, inside one transaction with its op row. */
  write<In, Out, Schema extends InputSchema<NoInfer<In>>>(
    call: Call<In, Out>,
    input: Schema & Whole<NoInfer<In>, Schema>,
    handle: (context: WriteContext, input: In) => Promise<Out>,
    definition?: AnyDefinition,
  ): void {
    this.#add({
      call,
      input,
      definition,
      reserved: false,
      handle,
    });
  }

  /** Answers a call under a second spelling of the specification too. */
  alsoAt(call: Pick<Call, 'service' | 'path'>, path: Call['path']): void {
    const served = this.#served.get(keyOf(call));
    if (!served) throw new Error(`call ${keyOf(call)} is not served`);
    this.#add({ ...served, call: { ...served.call, path } });
  }

  /** Gives a call the reserved connections: for short ones that people wait for with the goods in hand. */
  reserve(call: Pick<Call, 'service' | 'path'>): void {
    const served = this.#served.get(keyOf(call));
    if (!served) throw new Error(`call ${keyOf(call)} is not served`);
    this.#served.set(keyOf(call), { ...served, reserved: true });
  }

  /** Has what a call refuses kept: where whoever asks cannot mend it, and it must not be lost. */
  keepsRefusals(call: Pick<Call, 'service' | 'path'>, keepRefused: (refused: Refused) => Promise<void>): void {
    const served = this.#served.get(keyOf(call));
    if (!served) throw new Error(`call ${keyOf(call)} is not served`);
    this.#served.set(keyOf(call), { ...served, keepRefused });
  }

  /** Says that a definition's list is served as the kit serves lists, so that it may be written into a file by the same question. */
  lists(definition: AnyDefinition, hiding?: Hiding): void {
    this.#listed.set(definition.name, { definition, hiding });
  }

  listed(name: string): Listed | undefined {
    return this.#listed.get(name);
  }

  allListed(): readonly Listed[] {
    return [...this.#listed.values()];
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

  /** A call as it is served, for whoever makes it inside the house; undefined for one that nobody serves. */
  find(call: Pick<Call, 'service' | 'path'>): Served | undefined {
    return this.#served.get(keyOf(call));
  }

  #add(served: Served): void {
    const key = keyOf(served.call);
    if (this.#served.has(key)) throw new Error(`call ${key} is served twice`);
    this.#served.set(key, served);
  }
}

const keyOf = ({ service, path }: Pick<Call, 'service' | 'path'>): string => `${service}${path}`;
