import { type Kysely, sql } from 'kysely';
import type { NewListTask } from '#contract/areas/tasks/calls.ts';
import type { ExportType } from '#contract/areas/tasks/task.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { Hiding } from '#server/kit/registry.ts';
import { seenSource } from '#server/tasks/exporter/seen-source.ts';
import { selectOf } from '#server/tasks/exporter/select-of.ts';
import type { ExportSource } from '#server/tasks/exports/source.ts';
import { readListOrder } from '#server/tasks/lists/list-payload.ts';
import { listSource } from '#server/tasks/lists/list-source.ts';
import { exportSources } from '#server/works.ts';

export type Sheet = Record<string, string | number | null>[];

/** The rows that an export of this payload holds for this person, by heading. */
export async function sheetOf(
  db: Kysely<unknown>,
  { type, payload, actor }: { type: ExportType; payload: Readonly<Record<string, unknown>>; actor: Actor },
): Promise<Sheet> {
  return await rowsOf(db, exportSources[type](payload, actor), actor);
}

/** The rows that a list export holds for this person, by heading. */
export async function listSheetOf(
  db: Kysely<unknown>,
  { order, actor, hiding }: { order: Omit<NewListTask, 'task_name'>; actor: Actor; hiding?: Hiding },
): Promise<Sheet> {
  return await rowsOf(db, listSource(readListOrder(order, actor), { actor, hiding }), actor);
}

async function rowsOf(db: Kysely<unknown>, source: ExportSource, actor: Actor): Promise<Sheet> {
  const statement = selectOf(seenSource(source, actor), ({ heading, value }) => sql`${value} as ${sql.ref(heading)}`);
  const { rows } = await sql.raw<Sheet[number]>(statement).execute(db);
  return rows;
}

/** Somebody whom nothing is hidden from, by default. */
export function reader(given: Partial<Actor> = {}): Actor {
  const open = { id: 1, username: 'reader', nickname: '读者', sessionId: 0, scope: 'everything' as const };
  return { ...open, permissions: new Set(['stock:costView']), ...given };
}
