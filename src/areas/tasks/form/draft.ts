import type { TaskForm } from '#contract/areas/tasks/form.ts';
import { isGiven } from '#contract/kit/given.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { freshValues, sameValues, sendable, settableFields } from '#src/engine/form-values.ts';
import type { TaskDraft } from './form-layout.ts';

/** A form that nobody has typed into: named after its kind and the business day. */
export function freshDraft({ definition, oneSpan }: TaskForm, now: Date): TaskDraft {
  const name = `${definition.label} ${businessDay(now)}`;
  return {
    values: freshValues(settableFields(definition), { [definition.title]: name }),
    span: oneSpan?.names[0] ?? null,
  };
}

/** Was anything typed or chosen? */
export function isTouched({ definition }: TaskForm, draft: TaskDraft, fresh: TaskDraft): boolean {
  return !sameValues(settableFields(definition), draft.values, fresh.values);
}

/** What is sent of a draft: what has been given, and nothing for what has not. */
export function payloadOf({ definition }: TaskForm, { values }: TaskDraft): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sendable(settableFields(definition), values)).filter(([, value]) => isGiven(value)),
  );
}
