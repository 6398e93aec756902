import type { TaskForm } from '#contract/areas/tasks/form.ts';
import { isGiven } from '#contract/kit/given.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { createFormStore, type FormStore } from '#src/engine/form/state.ts';
import { freshValues, sameValues, sendable, settableFields } from '#src/engine/form/values.ts';
import type { Values } from '#src/engine/row.ts';
import type { TaskDraft } from './form-layout.ts';

/** A form of an export as its dialog holds it, so that it is there again after 上一步. */
export interface HeldForm {
  readonly form: TaskForm;
  readonly fresh: TaskDraft;
  readonly store: FormStore;
}

/** A form that nobody has typed into: named after its kind and the business day. */
export function freshDraft({ definition, oneSpan }: TaskForm, now: Date): TaskDraft {
  const name = `${definition.label} ${businessDay(now)}`;
  return {
    values: freshValues(settableFields(definition), { [definition.title]: name }),
    span: oneSpan?.names[0] ?? null,
  };
}

/** A form to be held, as it is at this moment. */
export const heldForm = (form: TaskForm, now: Date): HeldForm => ({
  form,
  fresh: freshDraft(form, now),
  store: createFormStore(),
});

/** Under which a device keeps what was typed into a form. */
export const formName = ({ definition }: TaskForm): string => `${definition.name}/new`;

/** The place of all forms of exports: the dialog is the same on every page. */
export const tasksPlace = 'tasks';

/** What stands in a form that is held. */
export function draftIn({ fresh, form, store }: HeldForm): TaskDraft {
  const values = store.getState().draft?.values;
  return values ? { values, span: spanOf(form, values) } : fresh;
}

/** The span of time that was chosen by its name: by a press, else the one that something stands in, else the first. */
export function spanOf({ oneSpan, spans }: TaskForm, values: Values): string | null {
  if (!oneSpan) return null;
  const chosen = values[spanKey];
  if (typeof chosen === 'string') return chosen;
  const filled = spans.find(
    ({ label, from, to }) => oneSpan.names.includes(label) && (isGiven(values[from]) || isGiven(values[to])),
  );
  return filled?.label ?? oneSpan.names[0] ?? null;
}

/** Beside the values: which span was pressed. No field, so that it is neither sent nor counts as typed. */
export const spanKey = '__span';

/** Was anything typed or chosen? */
export function isTouched({ definition }: TaskForm, draft: TaskDraft, fresh: TaskDraft): boolean {
  return !sameValues(settableFields(definition), draft.values, fresh.values);
}

/** What is sent of a draft: what has been given, and nothing for what has not. */
export function payloadOf({ definition }: TaskForm, { values }: Pick<TaskDraft, 'values'>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(sendable(settableFields(definition), values)).filter(([, value]) => isGiven(value)),
  );
}
