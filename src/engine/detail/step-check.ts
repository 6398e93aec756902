import type { TransitionRequest } from '#contract/kit/calls.ts';
import { missingWords } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { prose } from '#contract/kit/kinds/text.ts';
import { type CalledTransition, verdict } from '#contract/kit/transition.ts';
import { loadSchema } from '../form/check.ts';
import { type FormErrors, type Issue, linePath } from '../form/errors.ts';
import { isMissing } from '../form/values.ts';
import type { Values } from '../row.ts';
import { type LineAnswer, pathOfAnswer } from './step-lines.ts';

interface Asked {
  definition: AnyDefinition;
  transition: CalledTransition;
  asks: Fields;
  input: Values;
  lineFields: Fields;
  /** Those that would be sent. */
  answers: readonly LineAnswer[];
  /** What would be sent. */
  request: TransitionRequest;
}

/** What is wrong with the answers to what a step asks, before it is taken; loads with the first one that asks anything. */
export async function checkStep(asked: Asked): Promise<FormErrors> {
  const { definition, transition, asks, input, lineFields, answers, request } = asked;
  const errors: Record<string, string> = {};
  for (const [name, field] of Object.entries(asks)) {
    if (isMissing(field, name, input)) errors[name] = missingWords(field);
  }
  for (const { key, values } of answers) {
    for (const [name, field] of Object.entries(lineFields)) {
      if (isMissing(field, name, values)) errors[linePath(key, name)] = missingWords(field);
    }
  }
  if (transition.asksLines && answers.length === 0) errors.lines = '请至少填写一行';
  if (request.result === verdict.reject && isMissing(remarkAsked, 'remark', input)) errors.remark = '请填写驳回原因';
  if (Object.keys(errors).length > 0) return errors;
  const schema = await loadSchema();
  const judged = schema?.transitionSchema(definition, transition).safeParse(request);
  const keys = answers.map(({ key }) => key);
  for (const issue of (judged?.error?.issues ?? []) as readonly Issue[]) {
    const parts = issue.path.map(String);
    const [name = ''] = parts;
    const isOfLine = name === 'lines' && transition.asksLines !== undefined;
    errors[isOfLine ? pathOfAnswer(parts, keys) : name in asks ? name : ''] ??= issue.message;
  }
  return errors;
}

const remarkAsked = prose('审核意见', { required: true });
