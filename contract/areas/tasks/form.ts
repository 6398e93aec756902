import { type Definition, entity, type Rule } from '../../kit/definition.ts';
import type { Fields, RecordValues } from '../../kit/field.ts';
import { isGiven } from '../../kit/given.ts';
import { choice, word } from '../../kit/kinds/choice.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { type ExportType, exportTypes, fileFormats } from './task.ts';

/** Two ends of one span of time among the fields of a form; each end alone is no question. */
export interface Span {
  readonly label: string;
  readonly from: string;
  readonly to: string;
}

/** A choice of what is searched and the list of its values, which go together (specification §5). */
export interface Pair {
  readonly type: string;
  readonly value: string;
  readonly words: string;
  /** Choices that need no value. */
  readonly alone?: readonly (string | number)[];
}

/**
 * The form of one kind of export (specification §3 to §5). `definition` carries the payload's fields and rules, and is
 * no table: the form, the schema and the labels of the detail dialog come from it like those of any other.
 */
export interface TaskForm {
  readonly type: ExportType;
  /** The key of looking at what is exported: besides the key of making tasks, whoever asks for an export holds it. */
  readonly access: `${string}:${string}`;
  readonly definition: Definition;
  readonly spans: readonly Span[];
  readonly pairs: readonly Pair[];
  /** Spans of which a person chooses one by name instead of seeing all; the first is chosen at the beginning. */
  readonly oneSpan?: { readonly label: string; readonly names: readonly string[] };
  /** Fields that a form with these values does not show, and the server refuses: a filter that is not applied would be a lie. */
  hidden(values: RecordValues): readonly string[];
}

/** Declares a form; the common fields, the rules of spans and pairs and the rule of hidden fields are added. */
export function taskForm(
  name: string,
  meaning: Omit<TaskForm, 'definition' | 'hidden'> & {
    fields: Fields;
    rules: readonly Rule[];
    hidden?: TaskForm['hidden'];
  },
): TaskForm {
  const { fields, rules, hidden = () => [], ...form } = meaning;
  const { spans, pairs, type } = form;
  const visible = (name: string) => (values: RecordValues) => !hidden(values).includes(name);
  const spanFields = Object.fromEntries(
    spans.flatMap(({ label, from, to }) => [
      [from, time(`${label}（起）`)],
      [to, time(`${label}（止）`)],
    ]),
  );
  const definition = entity(name, {
    label: `${exportTypes[type]}导出`,
    service: 'task',
    group: '/v1/task',
    title: 'task_name',
    fields: {
      task_name: text('名称', { required: true, missing: '名称不能为空' }),
      format: word('文件格式', fileFormats, { initial: 'csv' }),
      ...Object.fromEntries(
        Object.entries({ ...fields, ...spanFields }).map(([name, field]) => [
          name,
          // What decides about others is always there.
          field.required ? field : { ...field, visible: visible(name) },
        ]),
      ),
    },
    calls: {},
    list: { columns: [], filters: [], search: [], sort: [] },
    rules: [
      ...rules,
      ...pairs.map(pairRule),
      ...spans.map(spanRule),
      (values) => {
        const name = hidden(values).find((one) => isGiven(values[one]));
        return name === undefined ? undefined : { field: name, words: '该导出类型不使用此条件' };
      },
    ],
  });
  return { ...form, definition, hidden };
}

/** At least one of these spans has been given. */
export const someSpan =
  (spans: readonly Span[], words: string, unless: (values: RecordValues) => boolean = () => false): Rule =>
  (values) =>
    unless(values) || spans.some(({ from, to }) => isGiven(values[from]) && isGiven(values[to]))
      ? undefined
      : { field: spans[0]?.from ?? '', words };

/** What is exported: the choice that decides columns, in the specification's words for an empty one. */
export const exportType = <C extends Record<number, string>>(label: string, codes: C, missing: string) =>
  choice(label, codes, { required: true, missing });

/** Days one task may span (domain.md §9.1). */
export const spanDays = 366;

function spanRule({ label, from, to }: Span): Rule {
  return (values) => {
    const [start, end] = [values[from], values[to]];
    if (!isGiven(start) && !isGiven(end)) return undefined;
    if (!isGiven(start) || !isGiven(end))
      return { field: isGiven(start) ? to : from, words: `请选择${label}的起止时间` };
    const length = Date.parse(String(end)) - Date.parse(String(start));
    if (length < 0) return { field: to, words: '结束时间不能早于开始时间' };
    return length > spanDays * 86_400_000 ? { field: to, words: `时间范围不能超过${spanDays}天` } : undefined;
  };
}

function pairRule({ type, value, words, alone = [] }: Pair): Rule {
  return (values) => {
    if (isGiven(values[type]) && alone.includes(values[type] as string | number)) return undefined;
    if (isGiven(values[type]) === isGiven(values[value])) return undefined;
    return { field: isGiven(values[type]) ? value : type, words };
  };
}
