import { type RawBuilder, sql } from 'kysely';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { type CalledTransition, calledSteps, historySteps } from '#contract/kit/transition.ts';
import { type Actor, allows } from '#server/identity/actor.ts';

/** The steps of one kind of document that it waits for and this person holds the key of: neither voiding nor saying no nor ending early. */
export function stepsAwaited(definition: AnyDefinition, actor: Actor): CalledTransition[] {
  return calledSteps(definition).filter((step) => isAwaited(step) && allows(actor, step.access));
}

/** Is the step what a document waits for, rather than what somebody may do when they want to? */
export function isAwaited(step: CalledTransition): boolean {
  return !step.cancels && !step.rejects && !step.atWill;
}

/**
 * Documents under `alias` that wait for a step which this person may take; undefined where they hold the key of none. Where every
 * step is an approval, what is of the person's own hand does not wait for them; a draft waits for who has written it.
 */
export function waitsFor(definition: AnyDefinition, actor: Actor, alias: string): RawBuilder<boolean> | undefined {
  const steps = stepsAwaited(definition, actor);
  if (steps.length === 0) return undefined;
  const states = [...new Set(steps.flatMap((step) => step.from))];
  const drafts = states.filter(
    (status) =>
      definition.editable?.includes(status) && steps.every((step) => step.submits || !step.from.includes(status)),
  );
  const free = states.filter(
    (status) => !drafts.includes(status) && steps.some((step) => !step.approval && step.from.includes(status)),
  );
  const judged = states.filter((status) => !drafts.includes(status) && !free.includes(status));
  const of = (name: string) => sql.ref(`${alias}.${name}`);
  const isOne = (codes: readonly number[]) => sql<boolean>`${of('status')} = any(${codes}::int[])`;
  return sql<boolean>`(${isOne(free)} or (${isOne(drafts)} and ${actor.id} in (${of('created_by')}, ${of('last_edited_by')}))
    or (${isOne(judged)} and ${mayApprove(definition, actor, alias)}))`;
}

/** As the kit judges it when the step is taken: none of creator, submitter, last editor, earlier approvers (amendments E). */
function mayApprove(definition: AnyDefinition, { id }: Actor, alias: string): RawBuilder<boolean> {
  const { approvals, renewals } = historySteps(definition);
  const of = (name: string) => sql.ref(`${alias}.${name}`);
  return sql<boolean>`${of('created_by')} is distinct from ${id} and ${of('submitted_by')} is distinct from ${id} and ${of('last_edited_by')} is distinct from ${id}
    and not exists (select 1 from audit_log l where l.doc_type = ${definition.name} and l.doc_id = ${of('id')} and l.admin_id = ${id} and l.action = any(${approvals}) and l.result = 1
      and l.id > coalesce((select max(s.id) from audit_log s where s.doc_type = l.doc_type and s.doc_id = l.doc_id and s.action = any(${renewals})), 0))`;
}
