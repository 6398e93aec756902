import { z } from 'zod';
import type { NewListTask } from '#contract/areas/tasks/calls.ts';
import { fileFormats } from '#contract/areas/tasks/task.ts';
import { definitions } from '#contract/definitions.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import type { Access } from '#contract/kit/call.ts';
import type { ListRequest } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isGiven } from '#contract/kit/given.ts';
import { limits } from '#contract/kit/limits.ts';
import { listSchema } from '#contract/kit/schema.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import { refusalOfInput } from '#server/kit/input-refusal.ts';

/** What a list export asks for, as one person may have it now. */
export interface ListOrder {
  /** As this person knows it. */
  readonly definition: AnyDefinition;
  readonly access: Access;
  readonly columns: readonly string[];
  readonly asked: ListRequest;
  readonly format: unknown;
}

const mostColumns = 200;

/** What a new list export must look like, before it is known whose list it is. */
export const listTaskSchema = z.strictObject({
  definition: z.string().max(limits.name),
  task_name: z.string().trim().min(1).max(limits.name),
  format: z.enum(Object.keys(fileFormats) as (keyof typeof fileFormats)[]).optional(),
  columns: z.array(z.string().max(limits.name)).min(1).max(mostColumns),
  asked: z.record(z.string(), z.unknown()),
});

/**
 * Reads a payload for this person; refuses who may not see the list, and what the list does not have or this person may not
 * see of it. Read when it is made and again when it is written: rights are those of the instant.
 */
export function readListOrder(payload: Omit<NewListTask, 'task_name'>, actor: Actor): ListOrder {
  const declared = definitions.find(({ name }) => name === payload.definition);
  const access = declared?.calls.list?.[1];
  if (!declared || !access) throw new Refusal('invalid', '没有这个列表', 'definition');
  if (!allows(actor, access)) throw new Refusal('forbidden');
  const definition = seenBy(declared, actor);
  const fields = allFields(definition);
  const unknown = payload.columns.find((name) => !Object.hasOwn(fields, name));
  if (unknown !== undefined) throw new Refusal('invalid', `没有这一列：${unknown}`, 'columns');
  const given = Object.fromEntries(Object.entries(payload.asked).filter(([, value]) => isGiven(value)));
  const asked = questionSchema(definition).safeParse(given);
  if (!asked.success) throw refusalOfInput(asked.error, definition);
  return { definition, access, columns: [...new Set(payload.columns)], asked: asked.data, format: payload.format };
}

/** All rows are meant, as one file. */
function questionSchema(definition: AnyDefinition) {
  const {
    page: _page,
    page_size: _size,
    exact: _exact,
    export: _export,
    fileName: _name,
    ...shape
  } = listSchema(definition).shape;
  return z.strictObject(shape);
}
