import { z } from 'zod';
import type { ApiSchema } from '#contract/areas/ops/api-document.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import type { Actor } from '#server/identity/actor.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { Served } from '#server/kit/registry.ts';

const whole: ApiSchema = { type: 'integer' };
const text: ApiSchema = { type: 'string' };
const listOf = (items: ApiSchema): ApiSchema => ({ type: 'array', items });
const objectOf = (properties: Record<string, ApiSchema>): ApiSchema => ({ type: 'object', properties });
const orNull = (schema: ApiSchema): ApiSchema => ({ anyOf: [schema, { type: 'null' }] });

/** The schema of a zod schema; what JSON schema has no words for is left open. */
export function schemaOf(schema: z.ZodType): ApiSchema {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest as ApiSchema;
}

/** What a call of a definition answers, as far as its definition says it; anything for calls of their own. */
export function answerOf({ call, definition }: Served, actor: Actor): ApiSchema {
  if (!definition) return {};
  const seen = seenBy(definition, actor);
  const calls = callsOf(definition);
  const is = (other: { path: string }): boolean => call.path === other.path;
  if (is(calls.list))
    return objectOf({
      list: listOf(recordOf(seen)),
      total: whole,
      capped: { type: 'boolean' },
      sum: { type: 'object' },
    });
  return call.mutates ? objectOf({ id: whole, version: whole, no: orNull(text) }) : {};
}

/** A record with its lines, as the detail of a definition answers it. */
export function detailOf(definition: AnyDefinition, actor: Actor): ApiSchema {
  const seen = seenBy(definition, actor);
  const lines = seen.lines ? { lines: listOf(objectOf({ id: whole, ...propertiesOf(seen.lines.fields) })) } : {};
  const allowed = objectOf({ transitions: listOf(text), edit: { type: 'boolean' } });
  return objectOf({ ...propertiesOf(allFields(seen)), ...lines, allowed, audit: listOf({ type: 'object' }) });
}

function recordOf(definition: AnyDefinition): ApiSchema {
  return objectOf(propertiesOf(allFields(definition)));
}

function propertiesOf(fields: Fields): Record<string, ApiSchema> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      { ...orNull(schemaOf(field.kind.schema(z, field))), title: field.label },
    ]),
  );
}
