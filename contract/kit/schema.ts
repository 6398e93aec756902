import type { ZodType } from 'zod';
import * as z from 'zod';
import { fieldOf } from './base-fields.ts';
import { unmetCondition } from './conditions.ts';
import { type AnyDefinition, mostLines } from './definition.ts';
import { waitingFilter } from './document-calls.ts';
import type { Field, Fields, SchemaBuilder } from './field.ts';
import { keptListId } from './kept-list.ts';
import { limits, tooManyEntries } from './limits.ts';
import {
  askedOfLines,
  type CalledTransition,
  isJudging,
  lineFieldsWritten,
  submitsOnSave,
  verdict,
} from './transition.ts';

// The only file of the contract that carries zod: pages load it when a form opens, never on the first path.
const builder: SchemaBuilder = {
  string: z.string,
  int: z.int,
  boolean: z.boolean,
  array: z.array,
  custom: z.custom,
  iso: z.iso,
};

// zod compiles its checks where it may; a page's content policy forbids that, and asking would already be a violation.
z.config({ localeError: (issue) => wordsOf(issue) ?? plainly(issue), jitless: 'document' in globalThis });

// zod's own words speak of types and "undefined"; these are for the person who filled in the field.
function wordsOf({
  code,
  input,
  ...issue
}: {
  code?: string;
  input?: unknown;
  [detail: string]: unknown;
}): string | undefined {
  if (code === 'invalid_type' && (input === undefined || input === null)) return '不能为空';
  if (code === 'invalid_type')
    return (
      {
        int: '应为整数',
        number: '应为数字',
        string: '应为文字',
        boolean: '应为是或否',
        array: '应为列表',
        object: '格式不正确',
      } as Record<string, string>
    )[String(issue.expected)];
  if (code === 'too_small' && issue.origin === 'string')
    return input === '' ? '不能为空' : `至少 ${String(issue.minimum)} 个字`;
  if (code === 'too_big' && issue.origin === 'string') return `最多 ${String(issue.maximum)} 个字`;
  if (code === 'too_small' && (issue.origin === 'int' || issue.origin === 'number'))
    return `不能小于 ${String(issue.minimum)}`;
  if (code === 'too_big' && (issue.origin === 'int' || issue.origin === 'number'))
    return `不能大于 ${String(issue.maximum)}`;
  return undefined;
}

/** What is wrong where it is no matter of a field's own words. Nothing of how a schema is written is told. */
function plainly({ code, ...issue }: { code?: string; [detail: string]: unknown }): string {
  if (code === 'invalid_value' && Array.isArray(issue.values)) return onlyWords(issue.values);
  if (code === 'too_small') return `至少 ${String(issue.minimum)} 项`;
  if (code === 'too_big') return `最多 ${String(issue.maximum)} 项`;
  return '格式不正确';
}

/** What a person is told who gave none of these values. */
export function onlyWords(values: readonly unknown[]): string {
  return values.length <= fewValues ? `只能是 ${values.map(String).join('、')}` : '不在可选范围内';
}

/** More values than these nobody reads in a sentence. */
const fewValues = 8;

/** The schema of one field's value: required fields refuse null, the others take it. */
export function schemaOfField(field: Field): ZodType {
  const schema = field.kind.schema(builder, field);
  // What depends on the record is asked once the whole is known (`brokenRule`).
  if (field.required !== true) return schema.nullish();
  return field.missing === undefined ? schema : z.custom(isFilled, field.missing).pipe(schema);
}

// Not the same as `isGiven`: spaces alone do not fill a required field, and an empty list is a value.
const isFilled = (value: unknown): boolean =>
  value !== undefined && value !== null && (typeof value !== 'string' || value.trim() !== '');

/** The schema of a save: every field that a caller may set, nothing else ("an unknown field" is refused by name). */
export function saveSchema(definition: AnyDefinition, mode: 'add' | 'edit') {
  const shape = settable(definition.fields);
  // An edit sends what changes; what it does not name stays. A required field may be left out, never emptied.
  if (mode === 'edit') for (const [name, schema] of Object.entries(shape)) shape[name] = schema.optional();
  if (mode === 'edit') Object.assign(shape, { id: z.int().min(1), version: z.int().min(1) });
  if (definition.states) Object.assign(shape, { remark: z.string().trim().max(limits.remark).nullish() });
  if (definition.lines) Object.assign(shape, lineShape(definition.lines.fields, mostLines(definition)));
  if (submitsOnSave(definition)) shape.submit = z.union([z.literal(0), z.literal(1)]).optional();
  const whole = z.strictObject(shape);
  // Rules look at the whole record; an edit is only whole together with what is stored, so the server asks them then.
  if (mode === 'edit') return whole;
  return whole.superRefine((value, context) => {
    const broken = brokenRule(definition, value);
    if (broken) context.addIssue({ code: 'custom', path: broken.field.split('.'), message: broken.words });
  });
}

/** The schema of a save whose one call adds and edits (`savesByOneCall`): with an id it is judged as an edit, without one as a new record. */
export function eitherSaveSchema(definition: AnyDefinition) {
  const [add, edit] = [saveSchema(definition, 'add'), saveSchema(definition, 'edit')];
  return z
    .strictObject({ ...edit.shape, id: z.int().min(1).optional(), version: z.int().min(1).optional() })
    .superRefine((value, context) => {
      const judged = ('id' in value && value.id !== undefined ? edit : add).safeParse(value);
      for (const { path, message } of judged.error?.issues ?? []) context.addIssue({ code: 'custom', path, message });
    });
}

/** The first rule across fields that a whole record breaks; the conditions of its fields are the last of them. */
export function brokenRule(
  definition: AnyDefinition,
  value: Readonly<Record<string, unknown>>,
): { field: string; words: string } | undefined {
  for (const rule of definition.rules ?? []) {
    const broken = rule(value);
    if (broken) return broken;
  }
  return unmetCondition(definition, value);
}

/** What is answered to a step that does not say which version of its record was seen. */
export const unseenWords = '缺少单据版本：请带上您看到的版本号再办理';

/**
 * The schema of a transition's request: which records, the verdict of a judging step, what else it asks of the document and
 * of its lines.
 */
export function transitionSchema(definition: Pick<AnyDefinition, 'lines'>, transition: CalledTransition) {
  const shape: Record<string, ZodType> = {
    id: z.int().min(1).optional(),
    ids: z.array(z.int().min(1)).min(1).max(limits.pastedEntries).optional(),
    each: z
      .array(z.strictObject({ id: z.int().min(1), version: z.int().min(1) }))
      .min(1)
      .max(limits.pageSizeMost, `一次最多办理 ${limits.pageSizeMost} 项`)
      .refine((each) => new Set(each.map(({ id }) => id)).size === each.length, '同一单据出现了多次')
      .optional(),
    version: z.int().min(1).optional(),
    remark: z.string().trim().max(limits.remark).nullish(),
    ...settable(transition.asks ?? {}),
  };
  const ofLines = askedOfLines(definition, transition);
  if (ofLines) {
    const written = new Set(lineFieldsWritten(transition));
    const answered = answeredLines(ofLines, { written, many: transition.asksLines?.many === true });
    // Of several documents at once nothing is said of their lines.
    shape.lines = transition.batch ? answered.optional() : answered;
  }
  if (isJudging(transition)) shape.result = z.union([z.literal(verdict.pass), z.literal(verdict.reject)]);
  return z.strictObject(shape).superRefine((value, context) => {
    const ways = [value.id, value.ids, value.each].filter((way) => way !== undefined);
    if (ways.length !== 1) context.addIssue({ code: 'custom', path: ['id'], message: '请指定一个或多个单据' });
    // Whoever takes a step with one record says which state of it they saw; several under `each` say so one by one.
    else if (!value.each && value.version === undefined && [value.ids ?? 0].flat().length === 1)
      context.addIssue({ code: 'custom', path: ['version'], message: unseenWords });
    if (value.result === verdict.reject && !value.remark)
      context.addIssue({ code: 'custom', path: ['remark'], message: '请填写驳回原因' });
    const asked = { fields: transition.asks ?? {}, ...(ofLines ? { lines: { label: '', fields: ofLines } } : {}) };
    const unmet = unmetCondition(asked, value);
    if (unmet) context.addIssue({ code: 'custom', path: unmet.field.split('.'), message: unmet.words });
  });
}

function answeredLines(fields: Fields, { written, many }: { written: ReadonlySet<string>; many: boolean }) {
  // What a line's own field says of being derived is for saves; the step is who writes it. What it writes into a field that is
  // never empty has to be said; a list that is left out is one of nothing.
  const schemaOfAnswer = (name: string, field: Field): ZodType => {
    if (!written.has(name) || field.initial === undefined) return schemaOfField(field);
    const schema = schemaOfField({ ...field, required: true });
    return field.kind.many ? schema.default([]) : schema;
  };
  const line = z.strictObject({
    line_id: z.int().min(1),
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, schemaOfAnswer(name, field)])),
  });
  const lines = z.array(line).min(1).max(limits.documentLines);
  return many
    ? lines
    : lines.refine((all) => new Set(all.map(({ line_id }) => line_id)).size === all.length, '同一行出现了多次');
}

/** The schema of a list's question: paging, sort and filters of the definition's fields; of what is counted by state, the filters alone. */
export function listSchema(definition: AnyDefinition, purpose: 'rows' | 'counts' = 'rows') {
  const shape: Record<string, ZodType> = {
    keyword: z.string().trim().max(limits.name).optional(),
    ids: z.array(z.int().min(1)).max(limits.pastedEntries).optional(),
  };
  if (purpose === 'rows')
    Object.assign(shape, {
      page: z.int().min(1).max(1_000_000).optional(),
      page_size: z.int().min(1).max(limits.pageSizeMost).optional(),
      sort: z.enum(sortsOf(definition)).optional(),
      exact: z.boolean().optional(),
      export: z.int().min(0).max(9).optional(),
      fileName: z.string().trim().max(limits.name).optional(),
    });
  for (const name of definition.list.filters) {
    if (purpose === 'rows' || name !== 'status') Object.assign(shape, filterShape(name, fieldOf(definition, name)));
  }
  if (definition.states) shape[waitingFilter] = z.literal(1).optional();
  return z.strictObject(shape);
}

/** The schema of what a select asks (`OptionsRequest`). */
export const optionsSchema = z.strictObject({
  keyword: z.string().trim().max(limits.name).optional(),
  ids: z.array(z.int().min(1)).max(limits.pastedEntries).optional(),
  texts: z.array(z.string().trim().min(1).max(limits.name)).max(limits.pastedEntries).optional(),
  page_size: z.int().min(1).max(limits.pageSizeMost).optional(),
});

/** The same of a definition: with the filters by which its options may be narrowed, one value or any of several of each. */
export function optionsSchemaOf(definition: AnyDefinition) {
  const { offers = [] } = definition.list;
  if (offers.length === 0) return optionsSchema;
  const shape: Record<string, ZodType> = {};
  for (const name of offers) {
    const { required: _required, withheld: _withheld, ...field } = fieldOf(definition, name);
    const one = field.kind.filterSchema?.(builder) ?? field.kind.schema(builder, field);
    shape[name] = z.union([one, z.array(one).max(limits.pastedEntries, tooManyEntries())]).optional();
  }
  return optionsSchema.extend(shape);
}

/** The schema of a kept list in the place of its values (decision 0039). */
export const keptListSchema = z.strictObject({ list: z.string().regex(keptListId) });

/** Every `sort` a list takes. */
export function sortsOf(definition: AnyDefinition): string[] {
  const plain = new Set(['id', ...definition.list.sort.map((name) => name.replace(/^-/, ''))]);
  return [...plain].flatMap((name) => [name, `-${name}`]);
}

function settable(fields: Fields): Record<string, ZodType> {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, field]) => !field.derived)
      .map(([name, field]) => [name, schemaOfField(field)]),
  );
}

function lineShape(fields: Fields, most: number) {
  const line = z.strictObject({ id: z.int().min(1).optional(), ...settable(fields) });
  return {
    lines: z.array(line).max(most).optional(),
    line_changes: z
      .strictObject({
        put: z.array(line).max(most),
        remove: z.array(z.int().min(1)).max(most),
      })
      .optional(),
  };
}

function filterShape(name: string, field: Field): Record<string, ZodType> {
  // What nobody may choose any more can still be looked for.
  const { required: _required, least: _least, most: _most, withheld: _withheld, ...rest } = field;
  // A range is asked of what is there, which may be less than a person could type: a shortage is below zero.
  const open =
    field.kind.filter === 'range' ? { ...rest, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } : rest;
  const one = field.kind.filterSchema?.(builder) ?? field.kind.schema(builder, open);
  const several = (value: ZodType) => z.array(value).max(limits.pastedEntries, tooManyEntries());
  const kept = field.kind.listed ? [keptListSchema] : [];
  switch (field.kind.filter) {
    case 'contains': {
      const entry = z.string().trim().max(limits.name);
      return { [name]: z.union([entry, several(entry.min(1)), ...kept]).optional() };
    }
    case 'equals':
      return { [name]: one.optional() };
    case 'any':
      return { [name]: z.union([one, several(one), ...kept]).optional() };
    case 'range':
      return { [`${name}_from`]: one.optional(), [`${name}_to`]: one.optional() };
  }
}
