import { type Kysely, sql } from 'kysely';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Field, Fields } from '#contract/kit/field.ts';
import { type Actor, systemActor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';

/**
 * Refuses a record that points to something which is not there, or which the caller may not see: the same answer
 * for both, so that an id outside the data scope cannot be felt for. One query per referring field, lines included.
 */
export async function checkReferences(
  db: Kysely<unknown>,
  actor: Actor,
  {
    fields,
    records,
    prefix = '',
    asked: byStep = false,
    sides = none,
  }: {
    fields: Fields;
    records: readonly Record<string, unknown>[];
    prefix?: string;
    asked?: boolean;
    /** Fields whose records need only be there: of a document that is seen from two sides, one is somebody else's. */
    sides?: ReadonlySet<string>;
  },
): Promise<void> {
  for (const [name, field] of Object.entries(fields)) {
    // What saves may not set, a step may ask for.
    if (!field.target || (field.derived && !byStep)) continue;
    const asked = records.flatMap((record, index) =>
      [record[name] ?? []].flat().map((value) => ({ value: value as number | string, index })),
    );
    if (asked.length === 0) continue;
    const found = await visibleOf(db, sides.has(name) ? systemActor : actor, {
      target: field.target(),
      by: field.by ?? 'id',
      values: [...new Set(asked.map((one) => one.value))],
    });
    const missing = asked.find((one) => !found.has(one.value));
    if (missing) throw new Refusal('invalid', wordsFor(field), prefix ? `${prefix}.${missing.index}.${name}` : name);
  }
}

const none: ReadonlySet<string> = new Set();

async function visibleOf(
  db: Kysely<unknown>,
  actor: Actor,
  { target, by, values }: { target: AnyDefinition; by: string; values: (number | string)[] },
): Promise<Set<number | string>> {
  const scoped = scopeCondition(target, actor, 'r');
  // What a view shows is held by the keys of the tables behind it.
  const held = target.view ? sql`` : sql` for key share`;
  const column = sql.ref(`r.${by}`);
  const { rows } = await sql<{ value: number | string }>`
    select ${column} as value from ${sql.table(tableOf(target))} as r where ${column} = any(${values})${scoped ? sql` and ${scoped}` : sql``}${held}`.execute(
    db,
  );
  return new Set(rows.map((row) => row.value));
}

function wordsFor(field: Field): string {
  return `${field.label}不存在`;
}
