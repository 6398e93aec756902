import type { Allowed } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { type CalledTransition, calledTransitions, isJudging } from '#contract/kit/transition.ts';
import { allows } from '#server/identity/actor.ts';
import { authorsOf } from './approvals.ts';
import type { ReadContext } from './call-context.ts';
import { barringWords, relatedOf } from './participants.ts';
import type { EntityHooks } from './serve-entity.ts';
import { type DocumentHooks, type LockedDocument, notOwn } from './step.ts';

/**
 * What this person may do with each of these records now: keys, states, who has a part in it, and whatever a step can tell from the
 * record alone (design §4: the browser never works it out again). Two statements more for all of them together, and only
 * where one waits for a step that depends on who did what.
 */
export async function allowedOf(
  context: ReadContext,
  { definition, hooks }: { definition: AnyDefinition; hooks: EntityHooks & Pick<DocumentHooks, 'transitions'> },
  records: readonly Record<string, unknown>[],
): Promise<Allowed[]> {
  const { actor } = context;
  const documents = records as readonly LockedDocument[];
  const barred = await barredOf(context, { definition, hooks }, documents);
  const editAccess = definition.calls.edit?.[1];
  const edits = editAccess !== undefined && allows(actor, editAccess);
  return documents.map((document) => {
    const transitions: string[] = [];
    const rejects: Record<string, string> = {};
    for (const [name, step] of calledTransitions(definition)) {
      if (!isOpen(step, document) || !allows(actor, step.access)) continue;
      if (notOwn(step, actor, document) ?? hooks.transitions?.[name]?.may?.(actor, document)) continue;
      const words = barred.get(name)?.get(document.id);
      if (words === undefined) transitions.push(name);
      else if (step.approval && isJudging(step)) {
        transitions.push(name);
        rejects[name] = words;
      }
    }
    return {
      transitions,
      ...(Object.keys(rejects).length > 0 ? { rejects } : {}),
      edit:
        edits &&
        (definition.editable?.includes(document.status) ?? true) &&
        hooks.mayEdit?.(actor, document) === undefined,
    };
  });
}

interface Asked {
  definition: AnyDefinition;
  hooks: Pick<DocumentHooks, 'transitions'>;
}

/** For each step that depends on who did what, the documents that this person may not take it with, and why. */
async function barredOf(
  context: ReadContext,
  { definition, hooks }: Asked,
  documents: readonly LockedDocument[],
): Promise<Map<string, Map<number, string>>> {
  const barred = new Map<string, Map<number, string>>();
  for (const [name, step] of calledTransitions(definition)) {
    const participants = hooks.transitions?.[name]?.participants;
    if (!step.approval && !participants) continue;
    const waiting = documents.filter((document) => isOpen(step, document));
    if (waiting.length === 0 || !allows(context.actor, step.access)) continue;
    const own = await participants?.(context, waiting);
    const authors = step.approval ? await authorsOf(context, definition, waiting) : undefined;
    const parts = waiting.map((_, index) => [...(authors?.[index] ?? []), ...(own?.[index] ?? [])]);
    const related = await relatedOf(context, parts.flat());
    const words = new Map<number, string>();
    for (const [index, document] of waiting.entries()) {
      const found = barringWords(context.actor.id, parts[index] ?? [], related);
      if (found) words.set(document.id, found(`${step.label}同一${definition.label}`));
    }
    barred.set(name, words);
  }
  return barred;
}

const isOpen = (step: CalledTransition, { status }: LockedDocument): boolean => step.from.includes(status);
