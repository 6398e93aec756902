import { documentFields } from '#contract/kit/base-fields.ts';
import { computedValues, emptyOf, fieldsFor, isRequired, isVisible } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';
import type { Values } from '../row.ts';

/** The fields a person may fill in: not derived, in the definition's order, a document's remark last. */
export function settableFields(definition: AnyDefinition): Fields {
  return { ...settable(definition.fields), ...(definition.states ? { remark: documentFields.remark } : {}) };
}

/** The fields that a form of this record shows, each as it is for this record: those to fill in and those that follow from them. */
export function shownFields(definition: AnyDefinition, values: Values): Fields {
  const settable = settableFields(definition);
  const all = { ...definition.fields, ...settable };
  return fieldsFor(
    only(all, (field, name) => name in settable || field.compute !== undefined),
    values,
  );
}

/** The fields of a line that a form shows, whatever the line. */
export function shownLineFields(definition: AnyDefinition): Fields {
  return only(definition.lines?.fields ?? {}, (field) => !field.derived || field.compute !== undefined);
}

/** The fields of a line that a person may fill in. */
export function settableLineFields(definition: AnyDefinition): Fields {
  return settable(definition.lines?.fields ?? {});
}

/** What a new record starts with: the initial values of its fields, then what the page gives. */
export function freshValues(fields: Fields, given: Values = {}): Values {
  return {
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.initial ?? null])),
    ...given,
  };
}

/**
 * What a save sends of some values: settable fields alone, nothing instead of empty text and of what the record does not have.
 * Of a line, `record` is what it is a line of.
 */
export function sendable(fields: Fields, values: Values, record: Values = values): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      isVisible(field, values, record) ? blankToNull(values[name]) : emptyOf(field),
    ]),
  );
}

/** Some values as they would be sent by a record that has all of the fields. */
export function plainValues(fields: Fields, values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, blankToNull(values[name])]));
}

/** Some values with those that follow from them; the same object where none does. */
export function withComputed(fields: Fields, values: Values, record?: Values): Values {
  const computed = computedValues(fields, values, record);
  return Object.keys(computed).length === 0 ? values : { ...values, ...computed };
}

/** What an edit sends: the fields that differ from what is stored, as the server reads an edit. */
export function changedValues(fields: Fields, before: Values, after: Values): Record<string, unknown> {
  const old = sendable(fields, before);
  const changed = Object.entries(sendable(fields, after)).filter(
    ([name, value]) => JSON.stringify(old[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed);
}

/** Two sets of values that would send the same. */
export function sameValues(fields: Fields, one: Values, other: Values): boolean {
  return JSON.stringify(sendable(fields, one)) === JSON.stringify(sendable(fields, other));
}

/** Is there nothing in a field that needs something in this record? Of a line, `record` is what it is a line of. */
export function isMissing(field: Field, name: string, values: Values, record: Values = values): boolean {
  const value = values[name];
  const isBlank = blankToNull(value) === null || (Array.isArray(value) && value.length === 0);
  return isBlank && isRequired(field, values, record);
}

const settable = (fields: Fields): Fields => only(fields, (field) => !field.derived);

function only(fields: Fields, which: (field: Field, name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name, field]) => which(field, name)));
}

function blankToNull(value: unknown): unknown {
  return value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value;
}
