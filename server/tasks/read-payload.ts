import type { ZodType } from 'zod';
import type { TaskForm } from '#contract/areas/tasks/form.ts';
import { taskForms } from '#contract/areas/tasks/forms.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isGiven } from '#contract/kit/given.ts';
import { brokenRule, saveSchema } from '#contract/kit/schema.ts';
import { refusalOfInput } from '#server/kit/input-refusal.ts';

/** What a new export asks for, once it has passed its form. */
export interface Asked {
  readonly name: string;
  /** The fields that were filled in, the file format among them, and no others. */
  readonly payload: Readonly<Record<string, unknown>>;
}

const formsByType: Readonly<Record<number, TaskForm>> = taskForms;
const schemas = new Map<number, ZodType<Record<string, unknown>>>();

/** The form of a kind of export; a kind that there is not is refused. */
export function formOf(type: number): TaskForm {
  const form = formsByType[type];
  if (!form) throw new Refusal('invalid', '没有这种工单类型', 'task_type');
  return form;
}

/**
 * Checks what was filled in against the form of its kind. A broken rule is told in the specification's own words
 * (specification §5), everything else with the label of its field; what the form does not have is refused by name.
 */
export function readPayload(type: number, filled: Readonly<Record<string, unknown>>): Asked {
  const { definition } = formOf(type);
  const schema = schemas.get(type) ?? saveSchema(definition, 'add');
  schemas.set(type, schema);
  const parsed = schema.safeParse(filled);
  if (!parsed.success) throw inOwnWords(type, filled, refusalOfInput(parsed.error, definition), parsed.error.issues[0]);
  const { task_name, ...rest } = parsed.data;
  const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => isGiven(value)));
  return { name: String(task_name), payload: { format: definition.fields['format']?.initial, ...given } };
}

function inOwnWords(
  type: number,
  filled: Readonly<Record<string, unknown>>,
  refusal: Refusal,
  issue: { code?: string; message: string } | undefined,
): Refusal {
  if (issue?.code !== 'custom') return refusal;
  const { definition } = formOf(type);
  const specified = [definition.fields[refusal.field ?? '']?.missing, brokenRule(definition, filled)?.words];
  return specified.includes(issue.message) ? new Refusal('invalid', issue.message, refusal.field) : refusal;
}
