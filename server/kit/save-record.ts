import { sql } from 'kysely';
import type { Saved } from '#contract/kit/calls.ts';
import { computedValues, emptyOf, haveConditions, isVisible } from '#contract/kit/conditions.ts';
import {
  type AnyDefinition,
  beginsOf,
  linesTableOf,
  mostLines,
  type Stored,
  scopePaths,
  sidesOf,
  tableOf,
} from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { brokenRule } from '#contract/kit/schema.ts';
import type { Actor } from '#server/identity/actor.ts';
import { placeCondition, placesOf } from '#server/identity/data-scope.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import { takePictures } from './attachments/take-pictures.ts';
import { writeAudit } from './audit-trail.ts';
import type { WriteContext } from './call-context.ts';
import { followedLines } from './line-conditions.ts';
import { type LineHistory, lineHistoryOf } from './line-history.ts';
import { type Line, lineChangesOf, ownerColumn, readBareLines, saveLines } from './lines.ts';
import type { Numbers } from './numbering.ts';
import { lockRecords } from './read-record.ts';
import { numberOf } from './record-name.ts';
import { checkReferences } from './references.ts';
import { refusalOfConstraint } from './refusals.ts';

export type Values = Record<string, unknown>;

/** A record before a save; values by name where its definition is not known. */
export type StoredRow<D extends AnyDefinition = AnyDefinition> = AnyDefinition extends D ? Values : Stored<D>;

/** What was sent of the lines beside a record. */
interface SentLines {
  readonly lines?: unknown;
  readonly line_changes?: unknown;
}

/** All fields of a record that is being saved: what was sent, and what stands where nothing was. It need not have a row yet. */
export type SavedValues<D extends AnyDefinition = AnyDefinition> = AnyDefinition extends D
  ? Values
  : Values & SentLines & Omit<Stored<D>, 'id' | 'version' | 'created_by' | 'created_at' | 'updated_by' | 'updated_at'>;

/** What is special about saving one definition: values the server sets, and a last look at the whole. */
export interface SaveHooks<D extends AnyDefinition = AnyDefinition> {
  /**
   * Values of derived fields that follow from what is saved: `values` are those of the record, and what was sent of its lines under
   * `lines` or `line_changes`. Runs before anything is written. `before` is absent on add.
   */
  derive?(context: WriteContext, values: SavedValues<D>, before: StoredRow<D> | undefined): Promise<Values>;
  /** Why this person may not edit this record, told from the record alone: the button asks it as well as the save. */
  mayEdit?(actor: Actor, record: StoredRow<D>): Refusal | undefined;
  /** Runs after the record and its lines are written, in the same transaction. `before` is absent on add. */
  after?(context: WriteContext, id: number, values: SavedValues<D>, before?: StoredRow<D>): Promise<void>;
}

interface Saving {
  definition: AnyDefinition;
  input: Values;
  hooks: SaveHooks;
  numbers: Numbers;
}

/** Adds a record, its lines and its first audit row. */
export async function addRecord(context: WriteContext, { definition, input, hooks, numbers }: Saving): Promise<Saved> {
  await checkSaved(context, definition, input);
  const given = withInitial(definition, valuesOf(definition, input));
  const no = definition.number ? (await numbers.take(definition.number, context.now))[0] : undefined;
  const numbered = definition.number && no ? { ...given, [definition.number.field]: no } : given;
  const begins = definition.states ? { status: beginsOf(definition)[0] } : {};
  const derived: Values = {
    ...numbered,
    ...begins,
    ...editorOf(context, definition),
    ...(await hooks.derive?.(
      context,
      { ...numbered, lines: input.lines, line_changes: input.line_changes },
      undefined,
    )),
  };
  const values = { ...derived, ...computedValues(definition.fields, derived) };
  const names = Object.keys(values);
  const now = context.now.toISOString();
  try {
    const { rows } = await sql<{ id: number }>`
      insert into ${sql.table(tableOf(definition))} (${sql.join(names.map((name) => sql.ref(name)))}, created_by, updated_by, created_at, updated_at)
      values (${sql.join(names.map((name) => values[name]))}, ${context.actor.id}, ${context.actor.id}, ${now}, ${now}) returning id`.execute(
      context.db,
    );
    const id = rows[0]?.id ?? 0;
    const seen = seenBy(definition, context.actor);
    const sent = { ownerId: undefined, record: values, changes: lineChangesOf(input), seen };
    const changes = await followedLines(context.db, definition, sent);
    if (changes) await saveLines(context.db, definition, { ownerId: id, changes, seen });
    await hooks.after?.(context, id, values);
    await takePictures(context, definition, { id, values, before: undefined });
    await refuseOutside(context, definition, id);
    await writeAudit(context, [
      {
        docType: definition.name,
        docId: id,
        docNo: numberOf(definition, values),
        action: 'add',
        label: '新增',
        toStatus: (values.status as number | undefined) ?? null,
      },
    ]);
    return { id, version: 1, no: no ?? null };
  } catch (error) {
    throw refusalOfConstraint(definition, error);
  }
}

/** Edits a record: locks it, checks version and state, writes what changed, says so in the audit trail. */
export async function editRecord(context: WriteContext, { definition, input, hooks }: Saving): Promise<Saved> {
  const { id, version } = input as { id: number; version: number };
  const [before] = await lockRecords(context, definition, [id]);
  if (!before) throw new Refusal('notFound');
  if (before.version !== version) throw new Refusal('versionConflict');
  if (definition.editable && !definition.editable.includes(before.status as number))
    throw new Refusal('illegalTransition');
  const barred = hooks.mayEdit?.(context.actor, before);
  if (barred) throw barred;
  await checkSaved(context, definition, { ...before, ...input });
  const given = valuesOf(definition, input);
  const derived = {
    ...given,
    ...editorOf(context, definition),
    ...(await hooks.derive?.(
      context,
      { ...before, ...given, lines: input.lines, line_changes: input.line_changes },
      before,
    )),
  };
  const values = { ...derived, ...followedValues(definition, before, derived) };
  const sets = Object.keys(values).map((name) => sql`${sql.ref(name)} = ${values[name]}`);
  try {
    const seen = seenBy(definition, context.actor);
    const record = { ...before, ...values };
    const changes = await followedLines(context.db, definition, {
      ownerId: id,
      record,
      changes: lineChangesOf(input),
      seen,
    });
    const lines = changes && (await lineHistoryOf(context.db, definition, { ownerId: id, changes, seen }));
    if (changes) {
      await saveLines(context.db, definition, { ownerId: id, changes, seen });
      await refuseTooManyLines(context, definition, id);
    }
    await refuseBrokenRules(context, definition, record);
    await sql`
      update ${sql.table(tableOf(definition))} set ${sql.join([...sets, sql`version = version + 1`, sql`updated_by = ${context.actor.id}`, sql`updated_at = ${context.now.toISOString()}`])}
      where id = ${id}`.execute(context.db);
    await hooks.after?.(context, id, record, before);
    await takePictures(context, definition, { id, values: record, before });
    await refuseOutside(context, definition, id);
    const status = (before.status as number | undefined) ?? null;
    const no = numberOf(definition, before);
    await writeAudit(context, [
      {
        docType: definition.name,
        docId: id,
        docNo: no,
        action: 'edit',
        label: '编辑',
        fromStatus: definition.states ? status : null,
        toStatus: definition.states ? status : null,
        changes: changesOf(before, values, lines),
      },
    ]);
    return { id, version: version + 1, no };
  } catch (error) {
    throw refusalOfConstraint(definition, error);
  }
}

// An edit may send one field or one line; the rules are asked about the record it leaves behind.
async function refuseBrokenRules(context: WriteContext, definition: AnyDefinition, after: Values): Promise<void> {
  if (!definition.rules && !haveConditions({ ...definition.fields, ...definition.lines?.fields })) return;
  const lines = definition.lines ? await readBareLines(context.db, definition, after.id as number) : [];
  const broken = brokenRule(definition, { ...after, lines });
  if (broken) throw new Refusal('invalid', broken.words, broken.field);
}

// Each reference may be inside by another data role: a brand by one, a category by another. Nothing is saved where its
// author could not see it.
async function refuseOutside(context: WriteContext, definition: AnyDefinition, id: number): Promise<void> {
  const placed = placeCondition(definition, context.actor, 'r');
  if (!placed) return;
  const { rows } =
    await sql`select 1 from ${sql.table(tableOf(definition))} as r where r.id = ${id} and ${placed}`.execute(
      context.db,
    );
  if (rows.length > 0) return;
  const names = placesOf(definition).flatMap((dimension) =>
    scopePaths(definition.scope, dimension).map((path) => path.split('.')[0] ?? ''),
  );
  const labels = names.map((name) => definition.fields[name]?.label).join('、');
  throw new Refusal('invalid', `${labels}不在您的数据范围内`, names[0]);
}

// Changes to some lines are small; what they add up to is not.
async function refuseTooManyLines(context: WriteContext, definition: AnyDefinition, id: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${sql.table(linesTableOf(definition))} where ${sql.ref(ownerColumn(definition))} = ${id}`.execute(
    context.db,
  );
  const most = mostLines(definition);
  if ((rows[0]?.count ?? 0) > most) throw new Refusal('invalid', `明细不能超过 ${most} 行`, 'lines');
}

// Only fields a caller may set; what the schema let through is in the wire's own spelling, so nothing is renamed.
function valuesOf(definition: AnyDefinition, input: Values): Values {
  const names = Object.entries(definition.fields)
    .filter(([, field]) => !field.derived)
    .map(([name]) => name);
  if (definition.states) names.push('remark');
  return Object.fromEntries(names.filter((name) => input[name] !== undefined).map((name) => [name, input[name]]));
}

// What follows from an edit: fields that the record does not have any more, and those that are computed. A value that was
// sent for a field that is not there stays, and is refused with the whole.
function followedValues(definition: AnyDefinition, before: Values, sent: Values): Values {
  const record = { ...before, ...sent };
  const gone = Object.entries(definition.fields).filter(
    ([name, field]) => !(name in sent) && !isVisible(field, record) && before[name] !== emptyOf(field),
  );
  const emptied = Object.fromEntries(gone.map(([name, field]) => [name, emptyOf(field)]));
  return { ...emptied, ...computedValues(definition.fields, { ...record, ...emptied }) };
}

// Transitions change `updated_by` too; who may not approve is whoever last changed the content (amendments E).
function editorOf(context: WriteContext, definition: AnyDefinition): Values {
  return definition.states ? { last_edited_by: context.actor.id } : {};
}

function withInitial(definition: AnyDefinition, values: Values): Values {
  const filled = { ...values };
  for (const [name, field] of Object.entries(definition.fields)) {
    filled[name] ??= emptyOf(field);
  }
  return filled;
}

async function checkSaved(context: WriteContext, definition: AnyDefinition, input: Values): Promise<void> {
  await checkReferences(context.db, context.actor, {
    fields: definition.fields,
    records: [input],
    sides: sidesOf(definition),
  });
  const lines = lineChangesOf(input)?.put ?? [];
  if (definition.lines && lines.length > 0) {
    await checkReferences(context.db, context.actor, {
      fields: definition.lines.fields,
      records: lines,
      prefix: 'lines',
    });
    refuseRepeated(definition, lines);
  }
}

function refuseRepeated(definition: AnyDefinition, lines: Line[]): void {
  const { unique, fields = {} } = definition.lines ?? {};
  if (!unique) return;
  const seen = new Map<string, number>();
  for (const [index, line] of lines.entries()) {
    const key = JSON.stringify(unique.map((name) => line[name] ?? fields[name]?.initial ?? null));
    const first = seen.get(key);
    if (first !== undefined)
      throw new Refusal('invalid', `第 ${index + 1} 行与第 ${first + 1} 行重复`, `lines.${index}.${unique[0]}`);
    seen.set(key, index);
  }
}

function changesOf(
  before: Values,
  values: Values,
  lines: LineHistory | undefined,
): Record<string, { before: unknown; after: unknown }> {
  const changed: Record<string, { before: unknown; after: unknown }> = {};
  for (const [name, after] of Object.entries(values)) {
    if (JSON.stringify(before[name] ?? null) !== JSON.stringify(after ?? null))
      changed[name] = { before: before[name] ?? null, after: after ?? null };
  }
  return lines ? { ...changed, lines: { before: null, after: lines } } : changed;
}
