import { documentFields } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';
import type { Values } from './row.ts';

/** The fields a person may fill in: not derived, in the definition's order, a document's remark last. */
export function settableFields(definition: AnyDefinition): Fields {
  return { ...settable(definition.fields), ...(definition.states ? { remark: documentFields.remark } : {}) };
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

/** What a save sends of some values: settable fields alone, nothing instead of empty text. */
export function sendable(fields: Fields, values: Values): Record<string, unknown> {
  return Object.fromEntries(Object.keys(fields).map((name) => [name, blankToNull(values[name])]));
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

/** Is there nothing where a required field needs something? */
export function isMissing(field: Field, value: unknown): boolean {
  return field.required === true && (blankToNull(value) === null || (Array.isArray(value) && value.length === 0));
}

function settable(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, field]) => !field.derived));
}

function blankToNull(value: unknown): unknown {
  return value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value;
}
