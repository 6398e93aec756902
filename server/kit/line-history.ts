import { type Kysely, sql } from 'kysely';
import { type AnyDefinition, linesTableOf, tableOf } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { type Line, type LineChanges, ownerColumn } from './lines.ts';

type Values = Record<string, unknown>;

/** What became of one line: which one it is, and its fields that differ. Null: it was not there, or is gone. */
export interface LineStep {
  /** The fields that tell the line from its siblings. */
  readonly line: Values;
  readonly before: Values | null;
  readonly after: Values | null;
}

/** The changed lines of one step of a history, as they are kept: by ids, because readers may not see the same goods. */
export interface LineHistory {
  readonly steps: readonly LineStep[];
  /** Changed besides, and not kept. */
  readonly more: number;
}

/** More changed lines than these are counted only: a history is read by people. */
const stepsKept = 200;

/** What a save is about to change in the lines of a record; undefined where that is nothing. */
export async function lineHistoryOf(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { ownerId, changes, seen }: { ownerId: number; changes: LineChanges; seen: AnyDefinition },
): Promise<LineHistory | undefined> {
  const fields = Object.entries(definition.lines?.fields ?? {}).filter(([, field]) => !field.derived);
  const names = fields.map(([name]) => name).filter((name) => seen.lines && name in seen.lines.fields);
  const identifying = identifyingOf(definition);
  const old = await linesBefore(db, definition, { ownerId, changes, names: [...new Set([...identifying, ...names])] });
  const put = new Map(changes.put.flatMap((line) => (line.id === undefined ? [] : [[line.id, line]])));
  const kept: LineStep[] = [];
  for (const before of old) {
    const after = put.get(before.id ?? 0);
    if (!after) {
      kept.push({ line: picked(before, identifying), before: picked(before, names), after: null });
      continue;
    }
    const filled = filledOf(fields, after);
    const differing = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(filled[name]));
    if (differing.length > 0)
      kept.push({
        line: picked(before, identifying),
        before: picked(before, differing),
        after: picked(filled, differing),
      });
  }
  for (const line of changes.put.filter((one) => one.id === undefined)) {
    const filled = filledOf(fields, line);
    kept.push({ line: picked(filled, identifying), before: null, after: picked(filled, names) });
  }
  return historyOf(kept);
}

/** Lines that have changed, as they are kept; undefined where none has. */
export function historyOf(steps: readonly LineStep[]): LineHistory | undefined {
  if (steps.length === 0) return undefined;
  return { steps: steps.slice(0, stepsKept), more: Math.max(0, steps.length - stepsKept) };
}

// Of a save that sends all lines, any may be changed or gone; of one that sends some, only these.
async function linesBefore(
  db: Kysely<unknown>,
  definition: AnyDefinition,
  { ownerId, changes, names }: { ownerId: number; changes: LineChanges; names: readonly string[] },
): Promise<Line[]> {
  const ids = [...changes.put.flatMap((line) => line.id ?? []), ...changes.remove];
  if (!changes.whole && ids.length === 0) return [];
  const { rows } = await sql<Line>`
    select id, ${sql.join(names.map((name) => sql.ref(name)))} from ${sql.table(linesTableOf(definition))}
    where ${sql.ref(ownerColumn(definition))} = ${ownerId}${changes.whole ? sql`` : sql` and id = any(${ids}::bigint[])`} order by id`.execute(
    db,
  );
  return rows;
}

/** A history row as far as this file is concerned. */
interface Step {
  readonly changes: Record<string, { before: unknown; after: unknown }> | null;
}

/**
 * Puts the changed lines of histories into words, goods by their number and name: each is one text of what was and one of
 * what is, both under `changes.lines`. Goods outside the reader's data scope and fields that they may not see are not said.
 */
export async function withLineWords<S extends Step>(
  db: Kysely<unknown>,
  rows: readonly S[],
  reader: { actor: Actor; seenOf(row: S): AnyDefinition | undefined },
): Promise<S[]> {
  const titles = new Map<string, string>();
  const asked = new Map<string, { target: AnyDefinition; ids: Set<number> }>();
  for (const row of rows) {
    const seen = reader.seenOf(row);
    for (const step of stepsIn(row)) {
      for (const values of [step.line, step.before, step.after])
        for (const [name, value] of Object.entries(values ?? {})) {
          const target = seen?.lines?.fields[name]?.target?.();
          if (!target || typeof value !== 'number') continue;
          const known = asked.get(target.name) ?? { target, ids: new Set<number>() };
          asked.set(target.name, { target, ids: known.ids.add(value) });
        }
    }
  }
  for (const { target, ids } of asked.values())
    for (const [id, title] of await titlesOf(db, reader.actor, { target, ids: [...ids] }))
      titles.set(`${target.name}/${id}`, title);
  return rows.map((row) => {
    const seen = reader.seenOf(row);
    const history = row.changes?.lines?.after as LineHistory | undefined;
    if (!seen || !isHistory(history)) return row;
    const more = history.more > 0 ? [`另有 ${history.more} 行`] : [];
    const said = { seen, titles };
    const lines = {
      before: [...history.steps.map((step) => wordsOf(step, 'before', said)), ...more.map(() => '')],
      after: [...history.steps.map((step) => wordsOf(step, 'after', said)), ...more],
    };
    return { ...row, changes: { ...row.changes, lines } };
  });
}

interface Said {
  seen: AnyDefinition;
  titles: ReadonlyMap<string, string>;
}

function wordsOf(step: LineStep, when: 'before' | 'after', said: Said): string {
  const name = nameOf(step, said);
  const values = step[when];
  if (values === null) return when === 'before' ? '' : `${name} 已删除`;
  const fields = said.seen.lines?.fields ?? {};
  const parts = Object.entries(values).flatMap(([field, value]) => {
    const shown = fields[field];
    // What tells the line apart stands in its name, unless it is what has changed.
    if (!shown || (step.line[field] === value && step.before === null)) return [];
    return [`${shown.label} ${printed(shown, value, said)}`];
  });
  const added = step.before === null ? '新增 ' : '';
  return `${added}${name}${parts.length > 0 ? `：${parts.join('，')}` : ''}`;
}

// A grade that is the usual one says nothing.
function nameOf({ line }: LineStep, said: Said): string {
  const fields = said.seen.lines?.fields ?? {};
  return Object.entries(line)
    .flatMap(([name, value]) => {
      const field = fields[name];
      return field && value !== null && value !== field.initial ? [printed(field, value, said)] : [];
    })
    .join(' ');
}

function printed(field: Field, value: unknown, { titles }: Said): string {
  if (value === null || value === undefined || value === '') return '空';
  const target = field.target?.();
  if (!target || typeof value !== 'number') return field.kind.print(value, field);
  return titles.get(`${target.name}/${value}`) ?? `无权查看的${field.label}`;
}

async function titlesOf(
  db: Kysely<unknown>,
  actor: Actor,
  { target, ids }: { target: AnyDefinition; ids: readonly number[] },
): Promise<[number, string][]> {
  const scoped = scopeCondition(target, actor, 'r');
  const { rows } = await sql<{ id: number; title: string; hint: string | null }>`
    select r.id, ${sql.ref(`r.${target.title}`)}::text as title, ${target.hint ? sql.ref(`r.${target.hint}`) : sql`null`}::text as hint
    from ${sql.table(tableOf(target))} as r where r.id = any(${ids}::bigint[])${scoped ? sql` and ${scoped}` : sql``}`.execute(
    db,
  );
  return rows.map(({ id, title, hint }) => [id, hint ? `${title} ${hint}` : title]);
}

function stepsIn(row: Step): readonly LineStep[] {
  const history = row.changes?.lines?.after;
  return isHistory(history) ? history.steps : [];
}

// Steps of before this build say in words, by the place of the line, what has changed.
function isHistory(value: unknown): value is LineHistory {
  return typeof value === 'object' && value !== null && Array.isArray((value as LineHistory).steps);
}

function identifyingOf({ lines }: AnyDefinition): readonly string[] {
  return lines?.unique ?? Object.keys(lines?.fields ?? {}).slice(0, 1);
}

function filledOf(fields: readonly (readonly [string, Field])[], line: Line): Values {
  return Object.fromEntries(fields.map(([name, field]) => [name, line[name] ?? field.initial ?? null]));
}

function picked(values: Values, names: readonly string[]): Values {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}
