import { fieldOf } from '#contract/kit/base-fields.ts';
import { missingWords } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Values } from '../row.ts';
import { type FormLines, repeatedLine } from './lines.ts';
import { isMissing, settableFields, settableLineFields } from './values.ts';

/** Words under the path of their input: `name`, `lines.<key>.qty`, and `''` for the form as a whole. */
export type FormErrors = Readonly<Record<string, string>>;

export const noErrors: FormErrors = {};

/** Path of one cell of a line. */
export const linePath = (key: string, field: string): string => `lines.${key}.${field}`;

/** An issue of a schema, as far as a form reads it. */
export interface Issue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** What is missing and what is there twice: said in plain words, without a schema. */
export function plainErrors(definition: AnyDefinition, values: Values, lines: FormLines): FormErrors {
  const errors: Record<string, string> = {};
  for (const [name, field] of Object.entries(settableFields(definition))) {
    if (isMissing(field, name, values)) errors[name] = missingWords(field);
  }
  const lineFields = Object.entries(settableLineFields(definition));
  for (const row of lines.rows) {
    for (const [name, field] of lineFields) {
      if (isMissing(field, name, row.values, values)) errors[linePath(row.key, name)] = missingWords(field);
    }
  }
  const twice = Object.keys(errors).length === 0 ? repeatedLine(definition, lines, values) : undefined;
  if (twice) errors[linePath(twice.key, twice.field)] = `与第 ${twice.first + 1} 行重复`;
  return errors;
}

/** The issues of the save schema, each on its input; `keys` are those of the lines in the order they were checked. */
export function schemaErrors(definition: AnyDefinition, issues: readonly Issue[], keys: readonly string[]): FormErrors {
  const errors: Record<string, string> = {};
  for (const issue of issues) {
    const path = pathOf(issue.path.map(String), keys);
    errors[path] ??= issue.code === 'invalid_type' ? '格式不正确' : issue.message;
  }
  return named(definition, errors);
}

/** A server's refusal on the input that its `field` names; on the whole form when no input of ours bears that name. */
export function refusalErrors(
  definition: AnyDefinition,
  refusal: { field: string | null; msg: string },
  keys: readonly string[],
): FormErrors {
  const path = pathOf(refusal.field?.split('.') ?? [], keys);
  return { [isShown(definition, path) ? path : '']: refusal.msg };
}

/** The errors without those that a change has made void; the same ones where it touches none, so that nothing is drawn again. */
export function withoutErrors(errors: FormErrors, isVoid: (path: string) => boolean): FormErrors {
  const left = Object.entries(errors).filter(([path]) => !isVoid(path));
  return left.length === Object.keys(errors).length ? errors : Object.fromEntries(left);
}

/** Has a change only taken errors away? Then somebody is mending them, one by one. */
export function areFewer(before: FormErrors, now: FormErrors): boolean {
  const left = Object.entries(now);
  return left.length < Object.keys(before).length && left.every(([path, words]) => before[path] === words);
}

// `lines.3.qty` and `line_changes.put.3.qty` both name the fourth line that was sent.
function pathOf(parts: readonly string[], keys: readonly string[]): string {
  const [first = '', ...rest] = parts;
  const inLines = first === 'line_changes' ? rest.slice(1) : rest;
  if (first !== 'lines' && first !== 'line_changes') return first;
  const [index, field] = inLines;
  const key = index === undefined ? undefined : keys[Number(index)];
  return key === undefined || field === undefined ? 'lines' : linePath(key, field);
}

function isShown(definition: AnyDefinition, path: string): boolean {
  return path === 'lines' || path.startsWith('lines.') || path in settableFields(definition);
}

// A rule may name a field that this form does not show: then the whole form says it, with the field's label in front.
function named(definition: AnyDefinition, errors: FormErrors): FormErrors {
  const shown: Record<string, string> = {};
  for (const [path, words] of Object.entries(errors)) {
    if (isShown(definition, path)) shown[path] = words;
    else shown[''] ??= path in definition.fields ? `${fieldOf(definition, path).label}：${words}` : words;
  }
  return shown;
}
