import { type ZodType, z } from 'zod';
import { type BulkDefinition, bulkFields } from '#contract/kit/bulk.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { schemaOfField } from '#contract/kit/schema.ts';
import type { Actor } from '#server/identity/actor.ts';
import { ofDefinition, seenSchema } from '#server/kit/seen-schema.ts';

const id = z.int().min(1);

/** Letters of a cell that holds several values. */
const mostOfMany = 10_000;
const tooMany = tooManyEntries();

/** What a call about many records of one definition takes besides its type, as somebody knows the definition. */
type Shape = (seen: AnyDefinition) => Record<string, ZodType>;

/** What is looked at: the cells of a row are texts, of the fields that may be changed and no others. */
export const lookShape: Shape = (seen) => {
  const cells = Object.entries(bulkFields(seen)).map(
    ([name, { kind }]) =>
      [
        name,
        z
          .string()
          .max(kind.many ? mostOfMany : limits.remark)
          .optional(),
      ] as const,
  );
  const target = z
    .strictObject({
      id: id.optional(),
      key: z.string().trim().min(1).max(limits.name).optional(),
      texts: z.strictObject(Object.fromEntries(cells)).optional(),
    })
    .refine((one) => (one.id === undefined) !== (one.key === undefined), '请给出编号或ID之一');
  return {
    targets: z.array(target).min(1).max(limits.bulkLook, tooManyEntries(limits.bulkLook)),
    fields: values(seen),
  };
};

/** What is done. */
export const orderShape: Shape = (seen) => {
  const row = z.strictObject({ id, version: id.optional(), fields: values(seen).optional() });
  return {
    ids: z.array(id).max(limits.pastedEntries, tooMany).optional(),
    rows: z.array(row).max(limits.pastedEntries, tooMany).optional(),
    fields: values(seen).optional(),
  };
};

// As an edit has them: what is named is written, null empties what may be empty.
function values(seen: AnyDefinition): ZodType {
  const shape = Object.entries(bulkFields(seen)).map(([name, field]) => [name, schemaOfField(field).optional()]);
  return z.strictObject(Object.fromEntries(shape) as Record<string, ZodType>);
}

/** The input of a call: where definitions share one, its type says which is meant. */
export function inputOf(sharing: readonly BulkDefinition[], shape: Shape): (actor: Actor) => ZodType<never> {
  const alone = sharing.length === 1;
  const each = sharing.map((definition) =>
    seenSchema(definition, (seen) => {
      const type = z.literal(definition.bulk.type);
      return z.strictObject({ type: alone ? type.optional() : type, ...shape(seen) });
    }),
  );
  const [only] = each;
  if (alone && only) return only;
  return (actor) =>
    ofDefinition(
      z.discriminatedUnion('type', each.map((schema) => schema(actor)) as unknown as [z.ZodObject, ...z.ZodObject[]]),
    );
}
