import type { AnyDefinition } from '#contract/kit/definition.ts';
import {
  calledTransitions,
  historySteps,
  isCalled,
  openTransitions,
  targetsOf,
  verdict,
} from '#contract/kit/transition.ts';
import { approversOf, editorsOf } from './audit-trail.ts';
import type { ReadContext, WriteContext } from './call-context.ts';
import { otherApprovers, type Participant, refuseParticipant } from './participants.ts';
import type { Standing, Step, TransitionHooks } from './step.ts';

/** Who made what an approver judges (amendments E): those whom every document has. By document, in the order of these. */
export async function authorsOf(
  { db }: Pick<ReadContext, 'db'>,
  definition: AnyDefinition,
  documents: readonly Standing[],
): Promise<Participant[][]> {
  const ids = documents.map(({ id }) => id);
  const steps = historySteps(definition);
  const editors = await editorsOf(db, definition.name, ids);
  const earlier = goesOn(definition) ? await approversOf(db, definition.name, ids, steps) : new Map<number, number[]>();
  const people = (part: string, found: readonly unknown[]): Participant[] =>
    found.flatMap((id) => (typeof id === 'number' ? { id, part } : []));
  return documents.map((document) => [
    ...people('制单人', [document.created_by]),
    ...people('编辑人', editors.get(document.id) ?? []),
    ...people('提交人', [document.submitted_by]),
    ...people('已审核人', earlier.get(document.id) ?? []),
  ]);
}

/** Refuses a step to whoever has a part in one of its documents. */
export async function refuseParticipants(
  context: WriteContext,
  { steps, hooks }: { steps: readonly Step[]; hooks: TransitionHooks },
): Promise<void> {
  const [first] = steps;
  if (!first || !isCalled(first.transition)) return;
  const { definition, transition } = first;
  const documents = steps.map(({ document }) => document);
  const participants = transition.approval ? (await authorsOf(context, definition, documents)).flat() : [];
  participants.push(...((await hooks.participants?.(context, documents)) ?? []).flat());
  const ids = documents.map(({ id }) => id);
  const { access, label } = transition;
  await refuseParticipant(context, participants, {
    words: `${label}同一${definition.label}`,
    others: () => otherApprovers(context, { definition, ids, step: { label, access }, participants }),
  });
}

// Where a pass ends a document's way, whoever is asked for one is the first.
function goesOn(definition: AnyDefinition): boolean {
  return calledTransitions(definition)
    .filter(([, { approval }]) => approval)
    .flatMap(([, step]) => targetsOf(step, verdict.pass))
    .some(
      (status) =>
        openTransitions(definition.transitions ?? {}, status).length > 0 ||
        Boolean(definition.editable?.includes(status)),
    );
}
