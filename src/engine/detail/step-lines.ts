import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { isGiven } from '#contract/kit/given.ts';
import { askedOfLines, type CalledTransition, lineFieldsWritten } from '#contract/kit/transition.ts';
import { linePath } from '../form/errors.ts';
import type { FormLine } from '../form/lines.ts';
import { freshValues, sendable } from '../form/values.ts';
import type { Row, Values } from '../row.ts';

/** What a step is told of one line; a line may be answered several times where the step allows it. */
export interface LineAnswer extends FormLine {
  readonly line: Row;
}

/** One empty answer, or one that begins with what the step says, for each line of a record. */
export function answersFor(
  definition: AnyDefinition,
  transition: CalledTransition,
  record: Values | undefined,
): readonly LineAnswer[] {
  const fields = askedOfLines(definition, transition);
  const lines = record?.lines;
  if (!fields || !Array.isArray(lines)) return [];
  const own = lineFieldsWritten(transition);
  return (lines as Row[]).map((line) => ({
    key: `a${line.id}`,
    id: line.id,
    line,
    changed: false,
    values: { ...freshValues(fields), ...begunOf(line, { own, starts: transition.asksLines?.starts ?? {} }) },
  }));
}

/** The answers with another, empty one behind this one, for the same line. */
export function splitAnswer(answers: readonly LineAnswer[], key: string, fields: Fields): readonly LineAnswer[] {
  const at = answers.findIndex((answer) => answer.key === key);
  const answer = answers[at];
  if (!answer) return answers;
  const of = answers.filter(({ id }) => id === answer.id).map((one) => Number(one.key.split('-')[1] ?? 0));
  const fresh = { ...answer, key: `a${answer.id}-${Math.max(...of) + 1}`, values: freshValues(fields), changed: false };
  return answers.toSpliced(at + 1, 0, fresh);
}

/** The answers with some values changed, each under its key. */
export function changeAnswers(
  answers: readonly LineAnswer[],
  changes: ReadonlyMap<string, Values>,
): readonly LineAnswer[] {
  return answers.map((answer) => {
    const change = changes.get(answer.key);
    return change ? { ...answer, values: { ...answer.values, ...change }, changed: true } : answer;
  });
}

/** What is sent of them, and the keys in the order sent; lines that nothing was said of stay out unless every one must be answered. */
export function answersToSend(
  fields: Fields,
  { asksLines }: CalledTransition,
  answers: readonly LineAnswer[],
): { readonly lines: readonly Values[]; readonly keys: readonly string[] } {
  const said = answers.filter(
    ({ values }) => asksLines?.every || Object.keys(fields).some((name) => isGiven(values[name])),
  );
  return {
    lines: said.map(({ id, values }) => ({ line_id: id, ...sendable(fields, values) })),
    keys: said.map(({ key }) => key),
  };
}

/** The input that a path of a request's lines names, of those that were sent under these keys; `lines` where it is none of them. */
export function pathOfAnswer(parts: readonly string[], keys: readonly string[]): string {
  const [, place, field] = parts;
  const key = place === undefined ? undefined : keys[Number(place)];
  return key === undefined || field === undefined ? 'lines' : linePath(key, field);
}

/** A field of the line's own begins as the line has it, unless it begins as another one. */
function begunOf(
  line: Row,
  { own, starts }: { own: readonly string[]; starts: Readonly<Record<string, string>> },
): Values {
  const names = [...own.filter((name) => isGiven(line[name])).map((name) => [name, name]), ...Object.entries(starts)];
  return Object.fromEntries(names.map(([name = '', from = '']) => [name, line[from]]));
}
