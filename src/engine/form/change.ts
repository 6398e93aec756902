import type { AuditRow } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import type { Values } from '../row.ts';
import { addLines, changeLines, type FormLines, linesFrom, noLines, removeLines } from './lines.ts';
import { plainValues, sendable, settableFields, settableLineFields } from './values.ts';

/** A record that a form edits, as far as every form knows it; its version and its values stand beside. */
export interface FormRecord {
  readonly audit: readonly AuditRow[];
  readonly allowed: { readonly edit: boolean };
}

/** What a form starts from. */
export interface Start<R extends FormRecord = FormRecord> {
  /** Undefined for a new one. */
  readonly record: R | undefined;
  readonly values: Values;
  readonly lines: FormLines;
}

/** What is typed into a form, and what its person saw when they began: a record read again meanwhile may be another's work. */
export interface Draft<R extends FormRecord = FormRecord> {
  readonly from: Start<R>;
  readonly values: Values;
  readonly lines: FormLines;
}

/** A draft without what it has in common with its record: what was typed, and what stood there before. Plain data, to be kept. */
export interface FormChange {
  /** The record as its person saw it; null for a new one. */
  readonly version: number | null;
  /** The last step of the record's history that they could know. */
  readonly step: number;
  readonly before: Values;
  readonly after: Values;
  readonly added: readonly { readonly behind: number | null; readonly values: Values }[];
  /** `before` is the whole line: should the other have taken it away, it can be had again. */
  readonly changed: readonly { readonly id: number; readonly before: Values; readonly after: Values }[];
  readonly removed: readonly { readonly id: number; readonly before: Values }[];
}

/** A draft as data. Only fields that a person may fill in, and their companions, are in it. */
export function changeOf(definition: AnyDefinition, draft: Draft): FormChange {
  const fields = settableFields(definition);
  const lineFields = settableLineFields(definition);
  const lineNames = Object.keys(lineFields);
  const { from, values, lines } = draft;
  const names = changedNames(fields, from.values, values);
  const before = new Map(from.lines.rows.map((row) => [row.id, row.values]));
  const changed: FormChange['changed'][number][] = [];
  const added: FormChange['added'][number][] = [];
  let behind: number | null = null;
  for (const row of lines.rows) {
    if (row.id === undefined) added.push({ behind, values: pick(lineNames, row.values) });
    else if (row.changed) {
      const was = before.get(row.id) ?? {};
      const touched = changedInLine(lineFields, was, row.values);
      changed.push({ id: row.id, before: pick(lineNames, was), after: pick(touched, row.values) });
    }
    behind = row.id ?? behind;
  }
  return {
    version: versionOf(from.record),
    step: lastStep(from.record),
    before: pick(names, from.values),
    after: pick(names, values),
    added,
    changed: changed.filter(({ after }) => Object.keys(after).length > 0),
    removed: lines.removed.map((id) => ({ id, before: pick(lineNames, before.get(id) ?? {}) })),
  };
}

/** A draft without some values of its record; null where nothing is left. */
export function withoutValues(change: FormChange, names: readonly string[] = []): FormChange | null {
  if (names.length === 0) return change;
  const left = (values: Values) => Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));
  const rest = { ...change, before: left(change.before), after: left(change.after) };
  const parts = [Object.keys(rest.after), rest.added, rest.changed, rest.removed];
  return parts.some((part) => part.length > 0) ? rest : null;
}

/**
 * The draft again, on the record as it is read now. Where that has another version, the draft stands on the record as its
 * person saw it, so far as they changed it: a save then meets the conflict that it is.
 */
export function draftOf<R extends FormRecord>(definition: AnyDefinition, change: FormChange, now: Start<R>): Draft<R> {
  const from = change.version === versionOf(now.record) ? now : asSeen(change, now);
  return { from, values: { ...from.values, ...change.after }, lines: linesOn(definition, change, from.lines) };
}

/** The lines of a record with what was changed in them. A line that is no more is left out. */
export function linesOn(
  definition: AnyDefinition,
  change: Pick<FormChange, 'added' | 'changed' | 'removed'>,
  lines: FormLines,
): FormLines {
  const keyOf = new Map(lines.rows.map((row) => [row.id, row.key]));
  const keys = (ids: readonly number[]) => ids.flatMap((id) => keyOf.get(id) ?? []);
  const changes = change.changed.flatMap(({ id, after }) => keys([id]).map((key) => [key, after] as const));
  let next = removeLines(changeLines(lines, new Map(changes)), new Set(keys(change.removed.map(({ id }) => id))));
  for (const behind of new Set(change.added.map((line) => line.behind))) {
    const after = behind === null ? undefined : keyOf.get(behind);
    const values = change.added.filter((line) => line.behind === behind).map((line) => line.values);
    next = addLines(definition, next, { values, ...(after === undefined ? {} : { after }) });
  }
  return next;
}

/** What stands in a form before a person has typed. */
export function startOf<R extends FormRecord>(
  definition: AnyDefinition,
  record: R | undefined,
  fresh: Values,
): Start<R> {
  if (!record) return { record, values: fresh, lines: noLines };
  const known = record as FormRecord & Values & { lines?: Values[] };
  return { record, values: known, lines: definition.lines ? linesFrom(known.lines ?? []) : noLines };
}

/** Names of the fields of a record that would send something else. */
export function changedNames(fields: Fields, before: Values, after: Values): string[] {
  return differing(fields, sendable(fields, before), sendable(fields, after));
}

/** Names of the fields of a line that hold something else, those too that the line does not have as its record stands now. */
export function changedInLine(fields: Fields, before: Values, after: Values): string[] {
  return differing(fields, plainValues(fields, before), plainValues(fields, after));
}

function differing(fields: Fields, old: Values, now: Values): string[] {
  return Object.keys(fields).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
}

/** Some values with their companions, such as the title of a reference. */
export function pick(names: readonly string[], values: Values): Values {
  const wanted = new Set(names);
  return Object.fromEntries(Object.entries(values).filter(([name]) => wanted.has(name.split('__')[0] ?? name)));
}

/** The last step of a record's history; 0 where it has none. */
export function lastStep(record: FormRecord | undefined): number {
  return Math.max(0, ...(record?.audit ?? []).map((step) => Number(step.id)));
}

/** The version of a record; null of a new one. */
export function versionOf(record: unknown): number | null {
  return (record as { version?: number } | undefined)?.version ?? null;
}

function asSeen<R extends FormRecord>(change: FormChange, now: Start<R>): Start<R> {
  const was = new Map([...change.changed, ...change.removed].map(({ id, before }) => [id, before]));
  const there = new Set(now.lines.rows.map((row) => row.id));
  const lines = linesFrom([
    ...now.lines.rows.map((row) => ({ ...row.values, ...was.get(row.id ?? 0) })),
    ...[...was].filter(([id]) => !there.has(id)).map(([id, before]) => ({ ...before, id })),
  ]);
  const audit = now.record?.audit.filter((step) => Number(step.id) <= change.step) ?? [];
  const record = now.record && { ...now.record, ...change.before, version: change.version, audit };
  return { record, values: { ...now.values, ...change.before }, lines };
}
