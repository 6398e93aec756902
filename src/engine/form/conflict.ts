import type { AuditRow } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Values } from '../row.ts';
import {
  changedInLine,
  changedNames,
  changeOf,
  type Draft,
  type FormChange,
  type FormRecord,
  lastStep,
  linesOn,
  pick,
  type Start,
  versionOf,
} from './change.ts';
import { settableFields, settableLineFields } from './values.ts';

/** Something that two people changed, or one of them: as it was, as the other has saved it, as it stands in this form. */
export interface Difference {
  /** A field's name, or `lines.<id>`. */
  readonly key: string;
  /** Both changed it, and not to the same: somebody must say which counts. */
  readonly clashes: boolean;
  /** For a field its value and companions, for a line those that differ; null where the line is not there. */
  readonly before: Values | null;
  readonly theirs: Values | null;
  readonly mine: Values | null;
}

/** Somebody else has saved the record that this form stands on. */
export interface Conflict {
  /** What was done meanwhile, the earliest first: who, when, what. */
  readonly steps: readonly AuditRow[];
  /** They can still be edited by this person. */
  readonly editable: boolean;
  readonly fields: readonly Difference[];
  /** Lines that were there before; what either added stays in any case. */
  readonly lines: readonly Difference[];
  /** Lines that the other added. */
  readonly added: number;
}

/** What stands between a draft and the record as it is now; null while the draft stands on that very version. */
export function conflictOf(definition: AnyDefinition, draft: Draft, now: Start): Conflict | null {
  if (!now.record || !draft.from.record || versionOf(now.record) === versionOf(draft.from.record)) return null;
  const seen = lastStep(draft.from.record);
  const known = new Set(draft.from.lines.rows.map((row) => row.id));
  return {
    steps: now.record.audit.filter((step) => Number(step.id) > seen),
    editable: now.record.allowed.edit,
    fields: fieldDifferences(definition, draft, now),
    lines: lineDifferences(definition, draft, now),
    added: now.lines.rows.filter((row) => !known.has(row.id)).length,
  };
}

/** The draft on the record as it is now: what is named in `theirs` as the other saved it, all else that was changed here as it is here. */
export function settled<R extends FormRecord>(
  definition: AnyDefinition,
  { draft, now, theirs }: { draft: Draft<R>; now: Start<R>; theirs: ReadonlySet<string> },
): Draft<R> {
  const mine = changeOf(definition, draft);
  const kept = Object.keys(mine.after).filter((name) => !theirs.has(name.split('__')[0] ?? name));
  const counts = ({ id }: { id: number }) => !theirs.has(lineKey(id));
  const there = new Set(now.lines.rows.map((row) => row.id));
  const whole = new Map(draft.lines.rows.map((row) => [row.id, row.values]));
  const lineNames = Object.keys(settableLineFields(definition));
  // A line is taken whole: its figures belong together.
  const ours = mine.changed
    .filter(counts)
    .map((line) => ({ ...line, after: pick(lineNames, whole.get(line.id) ?? {}) }));
  // A line that the other took away comes back as a new one.
  const back = ours.filter(({ id }) => !there.has(id)).map(({ after }) => ({ behind: null, values: after }));
  const part: Pick<FormChange, 'added' | 'changed' | 'removed'> = {
    added: [...mine.added, ...back],
    changed: ours,
    removed: mine.removed.filter(counts),
  };
  return {
    from: now,
    values: { ...now.values, ...pick(kept, mine.after) },
    lines: linesOn(definition, part, now.lines),
  };
}

function fieldDifferences(definition: AnyDefinition, draft: Draft, now: Start): Difference[] {
  const fields = settableFields(definition);
  const mine = new Set(changedNames(fields, draft.from.values, draft.values));
  const theirs = new Set(changedNames(fields, draft.from.values, now.values));
  const unlike = new Set(changedNames(fields, draft.values, now.values));
  return Object.keys(fields)
    .filter((name) => mine.has(name) || theirs.has(name))
    .map((name) => ({
      key: name,
      clashes: mine.has(name) && theirs.has(name) && unlike.has(name),
      before: pick([name], draft.from.values),
      theirs: pick([name], now.values),
      mine: pick([name], draft.values),
    }));
}

function lineDifferences(definition: AnyDefinition, draft: Draft, now: Start): Difference[] {
  const fields = settableLineFields(definition);
  const [mine, theirs] = [draft, now].map(({ lines }) => new Map(lines.rows.map((row) => [row.id, row.values])));
  const differs = (one: Values | undefined, other: Values | undefined) =>
    one && other ? changedInLine(fields, one, other).length > 0 : one !== other;
  return draft.from.lines.rows.flatMap(({ id, values: before }) => {
    const [here, there] = [mine?.get(id), theirs?.get(id)];
    const [byMe, byThem] = [differs(before, here), differs(before, there)];
    if (!byMe && !byThem) return [];
    const names = [here, there].flatMap((values) => (values ? changedInLine(fields, before, values) : []));
    const shown = (values: Values | undefined) => (values ? pick([...lineName(definition), ...names], values) : null);
    return [
      {
        key: lineKey(id ?? 0),
        clashes: byMe && byThem && differs(here, there),
        before: shown(before),
        theirs: shown(there),
        mine: shown(here),
      },
    ];
  });
}

/** What tells the lines of a document apart. */
function lineName(definition: AnyDefinition): string[] {
  const { unique, fields = {} } = definition.lines ?? {};
  return [unique?.[0] ?? Object.keys(fields)[0] ?? ''];
}

const lineKey = (id: number): string => `lines.${id}`;
