import { isVisible } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';
import type { Values } from '../row.ts';
import { freshValues, sendable, settableLineFields, shownLineFields } from './values.ts';

/** One line being edited. `key` lasts as long as the form; `id` is the server's, absent on a new line. */
export interface FormLine {
  readonly key: string;
  readonly id?: number;
  readonly values: Values;
  /** Must be sent: new, or a person touched it. */
  readonly changed: boolean;
}

/** All lines of a form, and the ids of those taken away. */
export interface FormLines {
  readonly rows: readonly FormLine[];
  readonly removed: readonly number[];
  /** Counts the keys given out. */
  readonly made: number;
}

export const noLines: FormLines = { rows: [], removed: [], made: 0 };

/** Lines as the server sent them: nothing changed yet. */
export function linesFrom(records: readonly (Values & { id?: unknown })[]): FormLines {
  const rows = records.map((record, index) => ({
    key: `l${index}`,
    id: Number(record.id),
    values: record,
    changed: false,
  }));
  return { rows, removed: [], made: rows.length };
}

/** Puts new lines at the end, or behind the line `after`. */
export function addLines(
  definition: AnyDefinition,
  lines: FormLines,
  { values, after }: { values: readonly Values[]; after?: string },
): FormLines {
  const fields = settableLineFields(definition);
  const fresh = values.map((given, index) => ({
    key: `l${lines.made + index}`,
    values: freshValues(fields, given),
    changed: true,
  }));
  const at = after === undefined ? -1 : lines.rows.findIndex((row) => row.key === after);
  const rows = at < 0 ? [...lines.rows, ...fresh] : lines.rows.toSpliced(at + 1, 0, ...fresh);
  return { ...lines, rows, made: lines.made + fresh.length };
}

/** Sets values of some lines, each under its key. */
export function changeLines(lines: FormLines, changes: ReadonlyMap<string, Values>): FormLines {
  const rows = lines.rows.map((row) => {
    const change = changes.get(row.key);
    return change ? { ...row, values: { ...row.values, ...change }, changed: true } : row;
  });
  return { ...lines, rows };
}

/** Takes lines away. */
export function removeLines(lines: FormLines, keys: ReadonlySet<string>): FormLines {
  const gone = lines.rows.filter((row) => keys.has(row.key));
  const removed = [...lines.removed, ...gone.flatMap((row) => (row.id === undefined ? [] : [row.id]))];
  return { ...lines, rows: lines.rows.filter((row) => !keys.has(row.key)), removed };
}

/** Would a save send any line? */
export function linesChanged(lines: FormLines): boolean {
  return lines.removed.length > 0 || lines.rows.some((row) => row.changed);
}

/** What a save sends of the lines, and the keys in the order sent, so that a refusal of the nth finds its line. */
export interface SentLines {
  readonly part: Values;
  readonly keys: readonly string[];
}

/** A new record sends all its lines; an edit sends what changed, one line of 5,000 as one line (design §11). */
export function linesToSend(
  definition: AnyDefinition,
  lines: FormLines,
  { mode, record }: { mode: 'add' | 'edit'; record: Values },
): SentLines {
  if (!definition.lines) return { part: {}, keys: [] };
  const spell = (row: FormLine) => spelledLine(definition, row, record);
  if (mode === 'add') return { part: { lines: lines.rows.map(spell) }, keys: lines.rows.map((row) => row.key) };
  if (!linesChanged(lines)) return { part: {}, keys: [] };
  const put = lines.rows.filter((row) => row.changed);
  return { part: { line_changes: { put: put.map(spell), remove: lines.removed } }, keys: put.map((row) => row.key) };
}

/** The columns of a sheet of these lines: a field that depends is there while any line has it, or a new one would. */
export function columnsOf(definition: AnyDefinition, { rows }: FormLines, record: Values): Fields {
  const lines = rows.length === 0 ? [noLine] : rows.map(({ values }) => values);
  const isThere = (field: Field) => !field.visible || lines.some((line) => isVisible(field, line, record));
  return Object.fromEntries(Object.entries(shownLineFields(definition)).filter(([, field]) => isThere(field)));
}

const noLine: Values = {};

/** A line as a save sends it. */
export function spelledLine(definition: AnyDefinition, { id, values }: FormLine, record: Values): Values {
  return { ...(id === undefined ? {} : { id }), ...sendable(settableLineFields(definition), values, record) };
}

/** The first line that says the same as an earlier one, by what makes a line unique; undefined when none does. */
export function repeatedLine(
  definition: AnyDefinition,
  lines: FormLines,
  record: Values,
): { key: string; field: string; first: number } | undefined {
  const { unique, fields = {} } = definition.lines ?? {};
  if (!unique?.[0]) return undefined;
  const seen = new Map<string, number>();
  for (const [index, row] of lines.rows.entries()) {
    const sent = spelledLine(definition, row, record);
    const mark = JSON.stringify(unique.map((name) => sent[name] ?? fields[name]?.initial ?? null));
    const first = seen.get(mark);
    if (first !== undefined) return { key: row.key, field: unique[0], first };
    seen.set(mark, index);
  }
  return undefined;
}
