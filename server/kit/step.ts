import type { Access } from '#contract/kit/call.ts';
import type { TransitionRequest } from '#contract/kit/calls.ts';
import type { AnyDefinition, StepOf, Stored } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isCalled, type Transition } from '#contract/kit/transition.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { ReadContext, WriteContext } from './call-context.ts';
import type { LineRow } from './lines.ts';
import type { Participant } from './participants.ts';
import type { Values } from './save-record.ts';
import type { EntityHooks } from './serve-entity.ts';

/** A document as a step finds it: its row; values by name where its definition is not known. */
export type LockedDocument<D extends AnyDefinition = AnyDefinition> = AnyDefinition extends D
  ? Values & { id: number; version: number; status: number }
  : Stored<D>;

/** One document on its way through one transition, locked, state and version checked. */
export interface StepWith<Document, Row> {
  readonly context: WriteContext;
  readonly definition: AnyDefinition;
  readonly name: string;
  readonly transition: Transition;
  /** As it stood before the step. */
  readonly found: Document;
  /** With what the step was told of the document put in. */
  readonly document: Document;
  readonly to: number;
  readonly input: TransitionRequest;
  /** True on a judging step that rejects. */
  readonly rejects: boolean;
  /** Fields of the document that the step was told or found out: written with it. */
  readonly set: Values;
  /** The document's lines with what the step was told of them, read when first asked for. */
  lines(): Promise<Row[]>;
}

/** A step of a document of this definition; of whatever document where none is said. */
export type Step<D extends AnyDefinition = AnyDefinition> = StepWith<LockedDocument<D>, LineRow<D>>;

/** A step that turned out to lead elsewhere than it says (a count that changed goes back to audit), and why. */
export class Diverted {
  readonly status: number;
  /** Told to whoever took the step and kept in the history. */
  readonly reason: string;
  /** Fields of the document to set. */
  readonly set: Values;

  constructor(status: number, reason: string, set: Values) {
    this.status = status;
    this.reason = reason;
    this.set = set;
  }
}

/** Why a step that is its submitter's alone is not this person's; undefined where it is. */
export function notOwn(
  transition: Transition,
  actor: Actor,
  { submitted_by: by }: LockedDocument,
): Refusal | undefined {
  return isCalled(transition) && transition.own && by !== actor.id
    ? new Refusal('illegalTransition', `只有提交人能${transition.label}`)
    : undefined;
}

/** What is special about one transition. All run in its transaction; an effect returns fields of the document to set. */
export interface TransitionHooks<D extends AnyDefinition = AnyDefinition> {
  /**
   * Who has a part in each document, in their order: neither they nor who may have signed in as one of them take the step. An approval knows
   * creator, editors, submitter and earlier approvers by itself and may be rejected by anybody.
   */
  participants?(
    context: Pick<ReadContext, 'db'>,
    documents: readonly LockedDocument<D>[],
  ): Promise<readonly (readonly Participant[])[]>;
  /** Why this person may not take it with this document, told from the record alone: buttons ask it as well as the step. */
  may?(actor: Actor, document: LockedDocument<D>): Refusal | undefined;
  /**
   * What the step finds out before it is known where it leads, from what it is told among others: put into the document, and kept with
   * it. Runs before the guard, under the lock.
   */
  prepare?(
    context: WriteContext,
    document: LockedDocument<D>,
    rejects: boolean,
    input: TransitionRequest,
  ): Promise<Values>;
  /** Of a timer's step: whether the installation lets the clock take it at all; asked at every look. */
  awake?(db: ReadContext['db']): Promise<boolean>;
  /** Throws a Refusal when the step may not be taken now. */
  guard?(step: Step<D>): Promise<void>;
  effect?(step: Step<D>): Promise<Values | Diverted | undefined>;
}

/** The way on that a document waits for, as people are told it. */
export interface NextWay {
  /** The step, if it is one; a count is none. */
  readonly name?: string;
  readonly label: string;
  readonly access: Access;
  /** Nobody but these may go it. */
  readonly only?: readonly number[];
  /** Whom it waits for, as long as they may go it. */
  readonly first?: readonly number[];
}

export type DocumentHooks<D extends AnyDefinition = AnyDefinition> = EntityHooks<D> & {
  transitions?: Partial<Record<StepOf<D>, TransitionHooks<D>>>;
  /** The way on where it is none of the document's steps; undefined where they say it. */
  next?(context: ReadContext, document: LockedDocument<D>): Promise<NextWay | undefined>;
};
