import type { AnyDefinition } from './definition.ts';
import type { Field, Fields, OfRecord, RecordValues } from './field.ts';
import { isGiven } from './given.ts';

/**
 * What a definition says of its fields as functions of the record: whether a field is there at all, whether something must
 * stand in it, what follows from others. The same functions run while somebody types and when the server saves. Of the
 * fields of a line, `values` is the line and `record` what it is a line of; of a record's own fields both are the record.
 */

/** Does this record have the field? */
export const isVisible = (field: Field, values: RecordValues, record: RecordValues = values): boolean =>
  field.visible?.(values, record) ?? true;

/** Must something stand in the field of this record? */
export const isRequired = (field: Field, values: RecordValues, record: RecordValues = values): boolean =>
  isVisible(field, values, record) && conditionOf(field.required, values, record);

/** What is read in place of a figure that nobody knows yet; undefined where it is one. */
export function pendingWords({ pending }: Field, values: RecordValues): string | undefined {
  if (!pending) return undefined;
  const stands = Object.entries(pending.when).every(([name, figure]) => (values[name] ?? 0) === figure);
  return stands ? pending.words : undefined;
}

/** A field as it is for this record: with `required` yes or no, undefined where the record does not have it. The same object for the same answer. */
export function fieldFor(field: Field, values: RecordValues, record: RecordValues = values): Field | undefined {
  return isVisible(field, values, record) ? settled(field, values, record) : undefined;
}

/** The fields that this record has, each as it is for this record. */
export function fieldsFor(fields: Fields, values: RecordValues, record: RecordValues = values): Fields {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]) => {
      const own = fieldFor(field, values, record);
      return own ? [[name, own]] : [];
    }),
  );
}

/** What a field holds that its record does not have: what a new record starts with, else nothing. */
export const emptyOf = (field: Field): unknown => field.initial ?? null;

/** The values of the fields that follow from others, in the order of the fields; a later one may follow from an earlier one. */
export function computedValues(fields: Fields, values: RecordValues, record?: RecordValues): Record<string, unknown> {
  const computed: Record<string, unknown> = {};
  const entries = Object.entries(fields).filter(([, field]) => field.compute);
  if (entries.length === 0) return computed;
  const whole: Record<string, unknown> = { ...values };
  for (const [name, field] of entries) {
    const value = isVisible(field, whole, record ?? whole) ? field.compute?.(whole, record ?? whole) : null;
    // What cannot be worked out yet is nothing, not "not a number".
    whole[name] = computed[name] = Number.isNaN(value) ? emptyOf(field) : (value ?? emptyOf(field));
  }
  return computed;
}

/** Do any of these fields depend on the record they stand in, so that a change of one value may change others? */
export const haveConditions = (fields: Fields): boolean =>
  Object.values(fields).some((field) => field.visible ?? field.compute ?? typeof field.required === 'function');

/** The first field of a whole record that is empty and must not be, or filled and not there. */
export function unmetCondition(
  { fields, lines }: Pick<AnyDefinition, 'fields' | 'lines'>,
  record: RecordValues,
): { field: string; words: string } | undefined {
  const own = unmetIn(fields, record, record);
  if (own || !lines || !haveConditions(lines.fields)) return own;
  for (const [index, line] of (Array.isArray(record.lines) ? (record.lines as RecordValues[]) : []).entries()) {
    const unmet = unmetIn(lines.fields, line, record);
    if (unmet) return { ...unmet, field: `lines.${index}.${unmet.field}` };
  }
  return undefined;
}

/** What a person is told who leaves a field empty that needs something. */
export const missingWords = ({ missing, label }: Pick<Field, 'missing' | 'label'>): string =>
  missing ?? `${label}不能为空`;

function unmetIn(fields: Fields, values: RecordValues, record: RecordValues) {
  for (const [name, field] of Object.entries(fields)) {
    if (field.derived) continue;
    const value = values[name];
    const isBlank = !isGiven(typeof value === 'string' ? value.trim() : value);
    // Where it is always required the schema of the field itself says so.
    if (typeof field.required === 'function' && isBlank && isRequired(field, values, record))
      return { field: name, words: missingWords(field) };
    if (!isBlank && value !== emptyOf(field) && !isVisible(field, values, record))
      return { field: name, words: `此时没有${field.label}，请留空` };
  }
  return undefined;
}

function settled(field: Field, values: RecordValues, record: RecordValues): Field {
  if (typeof field.required !== 'function') return field;
  const known = settledOf.get(field) ?? { yes: { ...field, required: true }, no: { ...field, required: false } };
  settledOf.set(field, known);
  return field.required(values, record) ? known.yes : known.no;
}

const conditionOf = (
  condition: boolean | OfRecord<boolean> | undefined,
  values: RecordValues,
  record: RecordValues,
): boolean => (typeof condition === 'function' ? condition(values, record) : condition === true);

const settledOf = new WeakMap<Field, { yes: Field; no: Field }>();
