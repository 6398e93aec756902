import type { z } from 'zod';
import { definitions } from '#contract/definitions.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import { callWords } from '#contract/kit/call-words.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Field } from '#contract/kit/field.ts';
import { onlyWords } from '#contract/kit/schema.ts';
import { askedOfLines, type CalledTransition, calledSteps } from '#contract/kit/transition.ts';

/**
 * The first thing wrong with an input, as one refusal that names the field by path and by its label; what a step asks is named as
 * that step asks it, of which `call` is the path.
 */
export function refusalOfInput(error: z.ZodError, definition: AnyDefinition | undefined, call?: string): Refusal {
  const issue = error.issues[0] && meant(error.issues[0]);
  if (!issue) return new Refusal('invalid');
  if (issue.code === 'unrecognized_keys') {
    const path = [...issue.path, issue.keys[0] ?? ''].join('.');
    return new Refusal('invalid', `不认识的字段：${path.slice(0, 80)}`, path.slice(0, 80));
  }
  const path = issue.path.map(String);
  const label = labelOf(definition, path, call);
  const row = path[0] === 'lines' && path[1] !== undefined ? `第 ${Number(path[1]) + 1} 行` : '';
  return new Refusal('invalid', `${row}${label}：${issue.message}`, path.join('.'));
}

// Of several things that an input may be, the one that it is in kind tells what is wrong with it; the others only that it is not theirs.
function meant(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  if (issue.code !== 'invalid_union') return issue;
  const first = issue.errors.flatMap((branch) => branch[0] ?? []);
  const values = first.flatMap((one) => (one.code === 'invalid_value' && one.path.length === 0 ? [one.values] : []));
  if (values.length > 0 && values.length === first.length) return { ...issue, message: onlyWords(values.flat()) };
  const found = first.find(({ code }) => code !== 'invalid_type' && code !== 'unrecognized_keys');
  return found ? meant({ ...found, path: [...issue.path, ...found.path] }) : issue;
}

/** What a person is told that a place of an input is: its label in the definition, else the word that every call has for its key. */
export function labelOf(definition: AnyDefinition | undefined, path: readonly string[], call?: string): string {
  const [first = '', second, third] = path;
  // What is written into many records at once is named by the field that it is written into.
  const written = first === 'fields' && definition ? labelIn(definition, second ?? '') : undefined;
  if (written !== undefined) return written;
  if (first === 'lines' || first === 'line_changes') {
    const inLine = third === undefined ? undefined : (lineLabelIn(definition, third, call) ?? wordOf(third));
    return inLine ?? definition?.lines?.label ?? wordOf(first) ?? whole;
  }
  return (definition && labelIn(definition, first, call)) ?? wordOf(first) ?? (first || whole);
}

const whole = '请求';

function labelIn(definition: AnyDefinition, key: string, call?: string): string | undefined {
  const fields = allFields(definition);
  const own = fields[key.replace(/_(from|to)$/, '')] ?? fields[key];
  return labelAmong(definition, { call, own, asked: ({ asks }) => asks?.[key] });
}

function lineLabelIn(definition: AnyDefinition | undefined, key: string, call?: string): string | undefined {
  if (!definition) return undefined;
  const own = definition.lines?.fields[key];
  return labelAmong(definition, { call, own, asked: (step) => askedOfLines(definition, step)?.[key] });
}

interface Meanings {
  readonly call: string | undefined;
  readonly own: Field | undefined;
  asked(step: CalledTransition): Field | undefined;
}

// What the step behind the call asks; else what the record has; else what all steps that ask for such a thing call alike.
function labelAmong(definition: AnyDefinition, { call, own, asked }: Meanings): string | undefined {
  const steps = calledSteps(definition);
  const labels = (of: readonly CalledTransition[]) => [...new Set(of.flatMap((step) => asked(step)?.label ?? []))];
  const [here] = labels(steps.filter(({ segment }) => call === `${definition.group}/${segment}`));
  const [label, ...others] = labels(steps);
  return here ?? own?.label ?? (others.length === 0 ? label : undefined);
}

function wordOf(key: string): string | undefined {
  if (Object.hasOwn(callWords, key)) return callWords[key];
  // A call of its own may speak of a field by its key, as long as it has one name everywhere.
  const labels = new Set(definitions.flatMap((definition) => labelIn(definition, key) ?? []));
  return labels.size === 1 ? [...labels][0] : undefined;
}
