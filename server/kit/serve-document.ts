import { transitionCall } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { transitionSchema } from '#contract/kit/schema.ts';
import {
  type CalledTransition,
  calledTransitions,
  isCalled,
  stepOfEdit,
  submitsOnSave,
} from '#contract/kit/transition.ts';
import { allows } from '#server/identity/actor.ts';
import { serveAround } from './around/serve-around.ts';
import { lockRecords } from './read-record.ts';
import { seenSchema } from './seen-schema.ts';
import { type AfterSave, type Kit, serveEntity } from './serve-entity.ts';
import type { DocumentHooks } from './step.ts';
import { takeEach } from './take-each.ts';
import { takeSteps } from './take-step.ts';

/**
 * Serves a document: everything an entity has, and its transitions. Steps that share a segment are one call, of which the
 * state of each document decides; steps of the system and of a timer have none and are run by `runTransition`.
 */
export function serveDocument<D extends AnyDefinition>(kit: Kit, definition: D, special: DocumentHooks<D> = {}): void {
  const { registry } = kit;
  // What is special about a document is given documents of its own definition, here and wherever its name leads to it.
  const hooks = special as unknown as DocumentHooks;
  registry.documents.add(definition, special);
  serveEntity(kit, definition as AnyDefinition, hooks, stepsAfterSaving(definition, hooks));
  serveAround(registry, definition, hooks);
  for (const [name, transition, names] of callsOfSteps(definition)) {
    registry.write(
      transitionCall(definition, name),
      seenSchema(definition, (seen) => transitionSchema(seen, stepIn(seen, name) ?? transition)),
      (context, input) => {
        if (!transition.batch && (input.ids || input.each))
          throw new Refusal('invalid', '此操作不支持批量', input.ids ? 'ids' : 'each');
        const taking = { definition, names, input, hooks };
        if (!input.each) return takeSteps(context, taking);
        const { each, ...asked } = input;
        return takeEach(context, definition, {
          each,
          takeOne: (one) => takeSteps(context, { ...taking, input: { ...asked, ...one } }),
        });
      },
      definition,
    );
  }
}

/** A save takes the step that its state has for edits (修改重提), and the one that submits where it is asked to. */
function stepsAfterSaving(definition: AnyDefinition, hooks: DocumentHooks): AfterSave {
  const submitting = submitsOnSave(definition);
  const byEdit = Object.values(definition.transitions ?? {}).some(({ by }) => by === 'edit');
  return async (context, saved, { id, submit }) => {
    const names: string[] = [];
    if (byEdit && id !== undefined) {
      const [{ status } = { status: Number.NaN }] = await lockRecords(context, definition, [saved.id]);
      names.push(...[stepOfEdit(definition.transitions, status as number) ?? []].flat());
    }
    if (submit === 1 && submitting) {
      const step = stepIn(definition, submitting);
      if (!step || !allows(context.actor, step.access)) throw new Refusal('forbidden');
      names.push(submitting);
    }
    if (names.length === 0) return saved;
    const { version, warning } = await takeSteps(context, { definition, names, input: { id: saved.id }, hooks });
    return { ...saved, version, ...(warning === undefined ? {} : { warning }) };
  };
}

/** The calls of a document's steps: the first step of each, and all that share it. */
function callsOfSteps(definition: AnyDefinition): [string, CalledTransition, string[]][] {
  const bySegment = new Map<string, [string, CalledTransition][]>();
  for (const [name, step] of calledTransitions(definition))
    bySegment.set(step.segment, [...(bySegment.get(step.segment) ?? []), [name, step]]);
  return [...bySegment.values()].flatMap((sharing) => {
    const [first] = sharing;
    return first ? [[first[0], first[1], sharing.map(([name]) => name)] as [string, CalledTransition, string[]]] : [];
  });
}

function stepIn(definition: AnyDefinition, name: string): CalledTransition | undefined {
  const step = definition.transitions?.[name];
  return step && isCalled(step) ? step : undefined;
}
