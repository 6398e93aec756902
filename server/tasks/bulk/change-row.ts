import { createHash } from 'node:crypto';
import { isSwitched } from '#contract/kit/bulk.ts';
import { callsOf, type Saved } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import type { Registry, Served } from '#server/kit/registry.ts';
import { runWithin } from '#server/kit/run-call.ts';
import type { Values } from '#server/kit/save-record.ts';

/** The calls by which a person changes one record of a definition: rows are written through them and through nothing else. */
export interface RowWriter {
  readonly definition: AnyDefinition;
  readonly edit: Served;
  /** Switches the status, where that is a call of its own. */
  readonly switching: Served | undefined;
}

export function rowWriter(registry: Registry, definition: AnyDefinition): RowWriter {
  const { edit, status } = callsOf(definition);
  const served = registry.find(edit);
  if (!served) throw new Error(`${definition.name} is changed in bulk and nobody serves its edit`);
  return { definition, edit: served, switching: registry.find(status) };
}

/** Refuses who may not change these fields of one record: many at once are no way round. */
export function refuseUnable(actor: Actor, { definition, edit, switching }: RowWriter, names: readonly string[]): void {
  const switched = names.some((name) => isSwitched(definition, name));
  const edited = names.some((name) => !isSwitched(definition, name));
  const needed = [...(edited ? [edit] : []), ...(switched && switching ? [switching] : [])];
  if (needed.some(({ call }) => !allows(actor, call.access))) throw new Refusal('forbidden');
}

/** A row that is to be changed. */
export interface RowChange {
  readonly id: number;
  /** The version that was looked at; whichever there is by default. */
  readonly version: number | undefined;
  readonly values: Values;
  /** What is said of a record that has another version by now. */
  readonly changedWords: string;
}

/** What a change came to: the fields that are other than before, none where nothing was to be done or where somebody judges it first. */
export interface Changed {
  readonly version: number;
  readonly before: Values;
  readonly after: Values;
  /** What the edit said besides (`warning` of what it answers); null where it said nothing. */
  readonly note: string | null;
}

/**
 * Changes one record as its person would alone, in the running transaction: permission, schema, scope, version, rules, references,
 * masks, hooks and history are those of the calls. What has a value already is not written. The op id of the context is the edit's.
 */
export async function changeRow(
  context: WriteContext,
  { definition, edit, switching }: RowWriter,
  { id, version, values, changedWords }: RowChange,
): Promise<Changed> {
  const [before] = await lockRecords(context, definition, [id]);
  if (!before) throw new Refusal('notFound');
  if (version !== undefined && before.version !== version) throw new Refusal('versionConflict', changedWords);
  const wanted = Object.entries(values).filter(([name, value]) => !isSame(before[name], value));
  const edited = wanted.filter(([name]) => !isSwitched(definition, name));
  const switched = wanted.find(([name]) => isSwitched(definition, name));
  const input = { id, version: before.version, ...Object.fromEntries(edited) };
  const saved = edited.length > 0 ? ((await runWithin(context, edit, input)) as Saved) : undefined;
  // Whoever is switched on with somebody new in charge has them by then.
  if (switched && switching)
    await runWithin({ ...context, opId: secondOf(context.opId) }, switching, { ids: [id], status: switched[1] });
  // A change may lead out of the caller's sight; the house has seen what became of it.
  const [after = before] = await lockRecords(context, definition, [id], true);
  const changed = namesOf(definition).filter((name) => !isSame(before[name], after[name]));
  const note = saved?.warning ?? null;
  return { version: after.version, before: only(before, changed), after: only(after, changed), note };
}

/** Every field that a person may bring back by an edit or a switch. */
function namesOf(definition: AnyDefinition): string[] {
  return Object.entries(definition.fields).flatMap(([name, { derived }]) =>
    !derived || isSwitched(definition, name) ? [name] : [],
  );
}

const only = (record: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, record[name] ?? null]));

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** The op id of the second call of a row, the same whenever it is asked for: a UUID of version 8. */
function secondOf(opId: string): string {
  const hex = createHash('sha256').update(opId).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
