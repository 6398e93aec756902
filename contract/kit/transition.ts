import type { Access } from './call.ts';
import type { Fields } from './field.ts';
import type { States } from './states.ts';

/** A record as a rule of the contract sees it. */
export type Plain = Readonly<Record<string, unknown>>;

/** Leads to one of several states, by the record alone: pure, so that both sides of the wire can ask it. */
export interface Choice<S extends number = number> {
  readonly states: readonly S[];
  /** `record` is the document as it is when the step is taken, with what the step asks for put in. */
  choose(record: Plain): S;
}

/** The state a step leads to, or the choice between several. */
export type Target<S extends number = number> = S | Choice<S>;

/** What a step asks for of each line: names of fields of the line, written there, or fields of its own for the effect. */
export interface AskedLines {
  /** Derived fields of the lines that this step and nobody else writes, or fields that its effect looks after. */
  readonly fields: readonly string[] | Fields;
  /** Asked besides fields that are named: the effect looks after it. */
  readonly also?: Fields;
  /** Every line must be answered; else those that are. */
  readonly every?: true;
  /** A line may be answered several times (by grade, by carton); only with fields of its own. */
  readonly many?: true;
  /** Fields of the line that are read beside what is asked of it; all of them by default. */
  readonly beside?: readonly string[];
  /** What an answer begins with, before anybody types: by the name of what is asked, the field of the line it is taken from. */
  readonly starts?: Readonly<Record<string, string>>;
}

/** The moment or the business day at which the step is begun, or a field of its document. */
export type Start = 'now' | 'today' | { readonly of: string };

interface AnyStep<S extends number> {
  readonly label: string;
  readonly from: readonly S[];
  /** Where it leads; a judging step leads to one of two places and asks for `result` (1 pass, 2 reject) and a remark. */
  readonly to: Target<S> | { readonly pass: Target<S>; readonly reject: S };
  /** Sets submitted_by/at: what was submitted is what approvers judge. */
  readonly submits?: true;
}

/** A step that a person takes by a call. */
export interface CalledTransition<S extends number = number> extends AnyStep<S> {
  readonly by?: undefined;
  /** Path segment under the group. Steps that share one share its access and what it asks; the state of the document decides. */
  readonly segment: string;
  readonly access: Access;
  /** The actor has no part in this document: none of creator, editors, submitter, earlier approvers (amendments E, decision 0032). */
  readonly approval?: true;
  /** What the person is asked for besides. */
  readonly asks?: Fields;
  /** Kind of the file that the document carries before the step is taken: it is added where the step is asked about. */
  readonly file?: string;
  /** What the answers begin with, before anybody types, by the name of what is asked. */
  readonly starts?: Readonly<Record<string, Start>>;
  /** Those of `asks` that are fields of the document: they are written there. */
  readonly writes?: readonly string[];
  /** What the person is asked for of the lines; with `batch` they may say nothing of them, and of several documents at once they do. */
  readonly asksLines?: AskedLines;
  /** Shown before it happens when it cannot be taken back. */
  readonly confirm?: string;
  /** Voids the document: asks for a reason and records who and when (domain.md G6). */
  readonly cancels?: true;
  /** Several at once from a list: all or nothing, or each by itself. */
  readonly batch?: true;
  /** Says no where the pass is a call of its own: kept in the history as a rejection, asks for why, open to whoever holds the key. */
  readonly rejects?: true;
  /** Open to whoever submitted the document and to nobody else. */
  readonly own?: true;
  /** Taken when somebody wants to, and nothing that waits to be done (ending early). */
  readonly atWill?: true;
}

/** A step that nobody presses: it comes with an edit, from the effect of another step or document, or when its time has come. */
export interface QuietTransition<S extends number = number> extends AnyStep<S> {
  /** `edit`: saving an edit takes it (修改重提). `system`: an effect takes it. `timer`: the clock does. */
  readonly by: 'edit' | 'system' | 'timer';
  /** Of a timer: the field of the document that says when, a time or a business day. Empty is never. */
  readonly due?: string;
  /** Of a timer whose field is a day: once that day is over, not as it begins. */
  readonly over?: true;
}

/** One way from a state to another. Server guard, button row, batch bar and audit trail all read this row. */
export type Transition<S extends number = number> = CalledTransition<S> | QuietTransition<S>;

export type Transitions<S extends number = number> = Readonly<Record<string, Transition<S>>>;

/** Answer of a judging step (domain.md §1.1). */
export const verdict = { pass: 1, reject: 2 } as const;

/** Leads to one of these states; which one is a pure function of the record. */
export function oneOf<const S extends number>(states: readonly S[], choose: (record: Plain) => S): Choice<S> {
  return { states, choose };
}

/**
 * Takes back what was submitted, as long as nobody has judged it: from the state that submitting leads to, to the draft. For documents
 * whose submission does nothing that would have to be undone.
 */
export const withdrawal = <const S extends number>(from: S, { segment, access }: { segment: string; access: Access }) =>
  ({
    label: '撤回',
    from: [from] as readonly S[],
    to: 0,
    segment,
    access,
    own: true,
    atWill: true,
    confirm: '撤回后回到草稿，修改后可再提交，确认撤回？',
  }) as const;

/** Is it taken by a person's call? */
export function isCalled(transition: Transition): transition is CalledTransition {
  return transition.by === undefined;
}

/** The steps that people take by calls, by name, in the order of the definition. */
export function calledTransitions(definition: { readonly transitions?: Transitions }): [string, CalledTransition][] {
  return Object.entries(definition.transitions ?? {}).flatMap(([name, step]) => (isCalled(step) ? [[name, step]] : []));
}

/** The same without their names. */
export const calledSteps = (definition: { readonly transitions?: Transitions }): CalledTransition[] =>
  calledTransitions(definition).map(([, step]) => step);

/** Does the step pass or reject, rather than lead to one place? */
export function isJudging<T extends Transition>(
  transition: T,
): transition is T & { to: { readonly pass: Target; readonly reject: number } } {
  return typeof transition.to === 'object' && 'pass' in transition.to;
}

/** The state a transition leads to, given the record and the verdict of a judging step. */
export function targetOf(transition: Transition, record: Plain, result?: number): number {
  const target = aimOf(transition, result);
  return typeof target === 'number' ? target : target.choose(record);
}

/** Every state a transition may lead to; with a verdict, those of that verdict. */
export function targetsOf(transition: Transition, result?: number): readonly number[] {
  if (isJudging(transition) && result === undefined) return [...statesOf(transition.to.pass), transition.to.reject];
  return statesOf(aimOf(transition, result));
}

/** The transitions that this state leaves open to people: names in the order of the definition. */
export function openTransitions(transitions: Transitions, status: number): string[] {
  return calledTransitions({ transitions }).flatMap(([name, { from }]) => (from.includes(status) ? [name] : []));
}

/** The step that saving an edit in this state takes, if any. */
export function stepOfEdit(transitions: Transitions | undefined, status: number): string | undefined {
  return Object.entries(transitions ?? {}).find(([, step]) => step.by === 'edit' && step.from.includes(status))?.[0];
}

/** A state in words; its code where it has none. */
export const stateWords = (states: States | undefined, status: number): string =>
  states?.[status]?.[0] ?? String(status);

/** Why a step is not open to a record in this state. */
export function closedWords(states: States | undefined, status: number, { label }: Pick<Transition, 'label'>): string {
  return `当前为“${stateWords(states, status)}”，不能${label}`;
}

/** Names of the steps of the history that an approval looks back on. */
export interface HistorySteps {
  readonly approvals: readonly string[];
  /** What makes earlier passes void: submissions and edits. */
  readonly renewals: readonly string[];
}

/** Which rows of a document's history are passes, and which make earlier ones void: read off the flags of its steps. */
export function historySteps(definition: { readonly transitions?: Transitions }): HistorySteps {
  const steps = Object.entries(definition.transitions ?? {});
  return {
    approvals: calledTransitions(definition).flatMap(([name, { approval }]) => (approval ? [name] : [])),
    renewals: ['edit', ...steps.flatMap(([name, { submits }]) => (submits ? [name] : []))],
  };
}

/** Fields asked for of each line by a step; those named are the lines' own. */
export function askedOfLines(
  definition: { readonly lines?: { readonly fields: Fields } },
  { asksLines }: CalledTransition,
): Fields | undefined {
  if (!asksLines) return undefined;
  const { fields, also = {} } = asksLines;
  if (!isNames(fields)) return { ...fields, ...also };
  const own = definition.lines?.fields ?? {};
  return { ...Object.fromEntries(fields.flatMap((name) => (own[name] ? [[name, own[name]]] : []))), ...also };
}

/** Names of the lines' own fields that a step writes. */
export function lineFieldsWritten({ asksLines }: CalledTransition): readonly string[] {
  return asksLines && isNames(asksLines.fields) ? asksLines.fields : [];
}

/** The step by which a document is submitted together with its saving: from where it begins or is edited. */
export function submitsOnSave(definition: {
  readonly begins?: readonly number[];
  readonly editable?: readonly number[];
  readonly transitions?: Transitions;
}): string | undefined {
  const states = [(definition.begins ?? [0])[0], ...(definition.editable ?? [])];
  return calledTransitions(definition).find(
    ([, step]) =>
      step.submits && !step.asks && !step.asksLines && states.every((code) => step.from.includes(code as number)),
  )?.[0];
}

const isNames = (fields: readonly string[] | Fields): fields is readonly string[] => Array.isArray(fields);

function aimOf(transition: Transition, result: number | undefined): Target {
  const { to } = transition;
  if (typeof to !== 'object' || !('pass' in to)) return to;
  return result === verdict.reject ? to.reject : to.pass;
}

function statesOf(target: Target): readonly number[] {
  return typeof target === 'number' ? [target] : target.states;
}
