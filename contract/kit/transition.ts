import type { Access } from './call.ts';
import type { Fields } from './field.ts';

/** The five tones a status is shown in, the same everywhere (design §8), and the struck-through one. */
export type Tone = 'idle' | 'waiting' | 'moving' | 'done' | 'refused' | 'void';

/** Status code → its words, its English name in code, its tone. */
export type States = Readonly<Record<number, readonly [label: string, name: string, tone: Tone]>>;

/** One way from a state to another. Server guard, button row, batch bar and audit trail all read this row. */
export interface Transition<S extends number = number> {
  readonly label: string;
  readonly from: readonly S[];
  /** Where it leads; a judging step leads to one of two places and asks for `result` (1 pass, 2 reject) and a remark. */
  readonly to: S | { readonly pass: S; readonly reject: S };
  /** Path segment under the group. Two transitions may share one (a judged step has one call). */
  readonly segment: string;
  readonly access: Access;
  /** The actor has no part in this document: none of creator, editors, submitter, earlier approvers (amendments E, decision 0032). */
  readonly approval?: true;
  /** What the person is asked for besides. */
  readonly asks?: Fields;
  /** Shown before it happens when it cannot be taken back. */
  readonly confirm?: string;
  /** Sets submitted_by/at: what was submitted is what approvers judge. */
  readonly submits?: true;
  /** Voids the document: asks for a reason and records who and when (domain.md G6). */
  readonly cancels?: true;
  /** Several at once from a list: all or nothing, or each by itself. */
  readonly batch?: true;
}

export type Transitions<S extends number = number> = Readonly<Record<string, Transition<S>>>;

/** Answer of a judging step (domain.md §1.1). */
export const verdict = { pass: 1, reject: 2 } as const;

/** Does the step pass or reject, rather than lead to one place? */
export function isJudging(transition: Transition): transition is Transition & { to: { pass: number; reject: number } } {
  return typeof transition.to === 'object';
}

/** The state a transition leads to, given the verdict of a judging step. */
export function targetOf(transition: Transition, result: number | undefined): number {
  if (!isJudging(transition)) return transition.to as number;
  return result === verdict.reject ? transition.to.reject : transition.to.pass;
}

/** The transitions that this state leaves open: names in the order of the definition. */
export function openTransitions(transitions: Transitions, status: number): string[] {
  return Object.keys(transitions).filter((name) => transitions[name]?.from.includes(status));
}

/** Why a step is not open to a record in this state. */
export function closedWords(states: States | undefined, status: number, { label }: Transition): string {
  return `当前为“${states?.[status]?.[0] ?? status}”，不能${label}`;
}
