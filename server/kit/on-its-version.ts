import { type Kysely, sql } from 'kysely';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { calledTransitions } from '#contract/kit/transition.ts';
import type { Served } from './registry.ts';

/**
 * The input of a call that the house makes by itself in somebody's name, as imports and demo data do: a step with one record, or its
 * removal, that names no version is taken on the one that the record has. Nobody looked at it before, so nobody saw another.
 */
export async function onItsVersion<In>(db: Kysely<unknown>, { call, definition }: Served, input: In): Promise<In> {
  if (!definition || !pathsOf(definition).has(call.path)) return input;
  const { id, ids, version } = (input ?? {}) as { id?: unknown; ids?: readonly unknown[]; version?: unknown };
  const one = id ?? (ids?.length === 1 ? ids[0] : undefined);
  if (typeof one !== 'number' || version !== undefined) return input;
  const { rows } = await sql<{ version: number }>`
    select version from ${sql.table(tableOf(definition))} where id = ${one}`.execute(db);
  // Where there is no such record the call says so itself.
  return { ...input, version: rows[0]?.version ?? 1 };
}

const known = new WeakMap<AnyDefinition, ReadonlySet<string>>();

/** Calls of a definition that are made of one record as it was seen. */
function pathsOf(definition: AnyDefinition): ReadonlySet<string> {
  const paths =
    known.get(definition) ??
    new Set([
      ...calledTransitions(definition).map(([name]) => transitionCall(definition, name).path),
      ...(definition.calls.remove ? [callsOf(definition).remove.path] : []),
    ]);
  known.set(definition, paths);
  return paths;
}
