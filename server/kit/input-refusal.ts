import type { z } from 'zod';
import { allFields } from '#contract/kit/base-fields.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';

/** The first thing wrong with an input, as one refusal that names the field by path and by its label. */
export function refusalOfInput(error: z.ZodError, definition: AnyDefinition | undefined): Refusal {
  const issue = error.issues[0];
  if (!issue) return new Refusal('invalid');
  if (issue.code === 'unrecognized_keys') {
    const path = [...issue.path, issue.keys[0] ?? ''].join('.');
    return new Refusal('invalid', `不认识的字段：${path.slice(0, 80)}`, path.slice(0, 80));
  }
  const path = issue.path.map(String);
  const label = labelOf(definition, path);
  const row = path[0] === 'lines' && path[1] !== undefined ? `第 ${Number(path[1]) + 1} 行` : '';
  return new Refusal('invalid', `${row}${label}：${issue.message}`, path.join('.'));
}

function labelOf(definition: AnyDefinition | undefined, path: string[]): string {
  const [first = '', , third] = path;
  if (!definition) return first || '请求';
  if (first === 'lines' || first === 'line_changes')
    return third ? (definition.lines?.fields[third]?.label ?? third) : (definition.lines?.label ?? first);
  return (
    allFields(definition)[first.replace(/_(from|to)$/, '')]?.label ??
    definition.fields[first]?.label ??
    (first || '请求')
  );
}
