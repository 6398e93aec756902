import type { Detailed } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { addLines, changeLines, type FormLines, linesFrom, noLines, removeLines } from './form-lines.ts';
import { sendable, settableFields, settableLineFields } from './form-values.ts';
import type { Values } from './row.ts';

/** What a form starts from. */
export interface Start<D extends AnyDefinition = AnyDefinition> {
  /** Undefined for a new one. */
  readonly record: Detailed<D> | undefined;
  readonly values: Values;
  readonly lines: FormLines;
}

/** What is typed into a form, and what its person saw when they began: a record read again meanwhile may be another's work. */
export interface Draft<D extends AnyDefinition = AnyDefinition> {
  readonly from: Start<D>;
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
      const touched = changedNames(lineFields, was, row.values);
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

/**
 * The draft again, on the record as it is read now. Where that has another version, the draft stands on the record as its
 * person saw it, so far as they changed it: a save then meets the conflict that it is.
 */
export function draftOf<D extends AnyDefinition>(definition: D, change: FormChange, now: Start<D>): Draft<D> {
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
export function startOf<D extends AnyDefinition>(
  definition: D,
  record: Detailed<D> | undefined,
  fresh: Values,
): Start<D> {
  if (!record) return { record, values: fresh, lines: noLines };
  const known = record as Values & { lines?: Values[] };
  return { record, values: known, lines: definition.lines ? linesFrom(known.lines ?? []) : noLines };
}

/** Names of the fields that would send something else. */
export function changedNames(fields: Fields, before: Values, after: Values): string[] {
  const [old, now] = [sendable(fields, before), sendable(fields, after)];
  return Object.keys(fields).filter((name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]));
}

/** Some values with their companions, such as the title of a reference. */
export function pick(names: readonly string[], values: Values): Values {
  const wanted = new Set(names);
  return Object.fromEntries(Object.entries(values).filter(([name]) => wanted.has(name.split('__')[0] ?? name)));
}

/** The last step of a record's history; 0 where it has none. */
export function lastStep(record: { audit?: readonly { id: number }[] } | undefined): number {
  return Math.max(0, ...(record?.audit ?? []).map((step) => Number(step.id)));
}

/** The version of a record; null of a new one. */
export function versionOf(record: unknown): number | null {
  return (record as { version?: number } | undefined)?.version ?? null;
}

function asSeen<D extends AnyDefinition>(change: FormChange, now: Start<D>): Start<D> {
  const was = new Map([...change.changed, ...change.removed].map(({ id, before }) => [id, before]));
  const there = new Set(now.lines.rows.map((row) => row.id));
  const lines = linesFrom([
    ...now.lines.rows.map((row) => ({ ...row.values, ...was.get(row.id ?? 0) })),
    ...[...was].filter(([id]) => !there.has(id)).map(([id, before]) => ({ ...before, id })),
  ]);
  const audit = now.record?.audit.filter((step) => Number(step.id) <= change.step) ?? [];
  const record = now.record && ({ ...now.record, ...change.before, version: change.version, audit } as Detailed<D>);
  return { record, values: { ...now.values, ...change.before }, lines };
}
