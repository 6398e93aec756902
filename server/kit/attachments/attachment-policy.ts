import type { Kysely } from 'kysely';
import type { Access } from '#contract/kit/call.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { calledTransitions, historySteps, openTransitions } from '#contract/kit/transition.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { approversOf } from '../audit-trail.ts';
import type { VisibleRecord } from './visible-record.ts';

/** Who works on a record may add to its files: adding, editing or any step of it (decision 0027). */
export function mayAttach(definition: AnyDefinition, actor: Actor): boolean {
  const { calls } = definition;
  const hands: (Access | undefined)[] = [
    calls.add?.[1],
    calls.edit?.[1],
    ...calledTransitions(definition).map(([, step]) => step.access),
  ];
  return hands.some((access) => access !== undefined && allows(actor, access));
}

/** Whose files a person may take away: their own, and everybody's where they may edit the record. */
export function mayDetach(definition: AnyDefinition, actor: Actor, attachedBy: number): boolean {
  const edit = definition.calls.edit?.[1];
  return mayAttach(definition, actor) && (attachedBy === actor.id || (edit !== undefined && allows(actor, edit)));
}

/**
 * Do a record's files stay whatever anybody wants? From the first approval on and at the end of a document's way: what was
 * judged must be there for whoever looks again. Files may still be added.
 */
export async function isSettled(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { id, status }: VisibleRecord,
): Promise<boolean> {
  const { transitions = {}, editable = [] } = definition;
  if (status === null || editable.includes(status)) return false;
  if (openTransitions(transitions, status).length === 0) return true;
  return (await approversOf(db, definition.name, [id], historySteps(definition))).size > 0;
}
